import type { Level } from './logger.ts';

/** The journal takes a level from the start of a line, as syslog's number for it (sd-daemon(3)). */
export const priority: Record<Level, string> = { error: '<3>', warn: '<4>', info: '<6>', debug: '<7>', trace: '<7>' };

export const errorMark = priority.error;
