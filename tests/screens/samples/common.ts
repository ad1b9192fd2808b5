import { minuteMs } from '@touchline/contract/durations';

/** The time that samples are relative to: `SAMPLE_TIME`, so that pages over kept answers look the same at any time, else now. */
export const sampleTime: Date = new Date(process.env['SAMPLE_TIME'] ?? Date.now());

/** The time a number of milliseconds before, as calls write it. */
export const ago = (ms: number): string => new Date(sampleTime.getTime() - ms).toISOString();
export const inMinutes = (minutes: number): string => ago(-minutes * minuteMs);

/** An answer with a list that fits one page. */
export const pageOf = <T>(...list: T[]) => ({ list, total: list.length, page: 1, limit: 20 });
