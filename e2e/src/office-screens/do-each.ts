/**
 * Does one thing after another, also when one of them fails.
 * @param work what is to be done, each by its name
 * @returns what could not be done, and why
 */
export const doEach = async (
  work: readonly (readonly [string, () => Promise<unknown>])[],
): Promise<string[]> => {
  const failed: string[] = [];
  for (const [name, act] of work)
    await act().catch((error: unknown) =>
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
    );
  return failed;
};
