/** A chosen language, for as long as the site offers it: after that it is the site's own one, as for who has not chosen. */
export const offeredChoice = (
  chosen: string | undefined,
  list: readonly { lan: string }[],
): string | undefined => (list.some(({ lan }) => lan === chosen) ? chosen : undefined);
