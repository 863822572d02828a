import { readdirSync, readFileSync } from 'node:fs';

/** Processor time that a process and its children have had, in seconds, as exactly as the kernel counts (Linux). */
export const cpuSeconds = (pid: number): number => {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return nanoseconds / 1e9 + childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0);
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
