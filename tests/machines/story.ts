import { it } from 'vitest';

/** A test of several steps, each of which needs those before it. What fails names its step. */
export const story = (name: string, steps: Readonly<Record<string, () => Promise<void>>>): void =>
  // oxlint-disable-next-line vitest/valid-title -- the caller names it
  it(name, async () => {
    for (const [step, play] of Object.entries(steps)) {
      try {
        await play();
      } catch (error) {
        if (error instanceof Error) error.message = `${step}: ${error.message}`;
        throw error;
      }
    }
  });
