// A bar of two halves, 80 x 12 x 8 mm, written by hand for the tests: every .msh here comes from it (make-meshes).
SetFactory("Built-in");
h = 0.012;
Point(1) = {0, 0, 0, h};
line[] = Extrude {0.04, 0, 0} { Point{1}; };
side[] = Extrude {0, 0.012, 0} { Line{line[1]}; };
left[] = Extrude {0, 0, 0.008} { Surface{side[1]}; };
// the face of the left half at x = 0.04 grows into the right half
face = 0;
faces[] = {left[0], left[2], left[3], left[4], left[5]};
For i In {0 : #faces[] - 1}
  box[] = BoundingBox Surface{faces[i]};
  If (box[0] > 0.039)
    face = faces[i];
  EndIf
EndFor
right[] = Extrude {0.04, 0, 0} { Surface{face}; };
Physical Volume("near half", 7) = {left[1]};
Physical Volume("far half", 9) = {right[1]};
Physical Surface("far end", 5) = {right[0]};
Physical Surface("bottom", 3) = {side[1]};
Physical Point("origin", 11) = {1};
