/* run_plan_text: what a run will do, told before it starts. */
#ifndef IOSWEEP_CLI_RUN_PLAN_TEXT_H
#define IOSWEEP_CLI_RUN_PLAN_TEXT_H

struct run_setup;

/* To stderr: the plan, with space and time that it is expected to take, and what the user should know of the target. */
void run_plan_print(const struct run_setup *run);

#endif
