/** The time that samples are relative to: `SAMPLE_TIME`, so that pages over kept answers look the same at any time, else now. */
export const sampleTime: Date = new Date(process.env['SAMPLE_TIME'] ?? Date.now());
