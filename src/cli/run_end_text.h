/* run_end_text: what became of a run, told when its sweep has ended. */
#ifndef IOSWEEP_CLI_RUN_END_TEXT_H
#define IOSWEEP_CLI_RUN_END_TEXT_H

struct run_setup;
struct sweep_result;

/* To stderr: how many samples, what ended it, and where its time went. */
void run_end_print(const struct run_setup *run, const struct sweep_result *result);

#endif
