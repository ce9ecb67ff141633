int cr_answer(void);
