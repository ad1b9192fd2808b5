import type { AppMessages } from './gen/app-messages.gen.ts';
import type { Translate } from './translator.ts';

/** The office has these messages, too. */
type Stages = Pick<AppMessages, Extract<keyof AppMessages, `stage.${string}`>>;

const groupPattern = /^Group ([A-Z0-9]+)$/i;
const matchdayPattern = /^Matchday (\d+)$/i;

/**
 * The group or round of a match in the reader's language, from the English name the feed gives it: "Group A",
 * "Round of 16", "Quarter-finals". A name it does not know stays as it is.
 */
export const stageName = (stage: string, t: Translate<Stages>): string => {
  const group = groupPattern.exec(stage)?.[1];
  if (group !== undefined) return t('stage.group', { name: group });
  const matchday = matchdayPattern.exec(stage)?.[1];
  if (matchday !== undefined) return t('stage.matchday', { number: matchday });
  if (/^Round of 32$/i.test(stage)) return t('stage.round_of_32');
  if (/^Round of 16$/i.test(stage)) return t('stage.round_of_16');
  if (/^Quarter-?finals?$/i.test(stage)) return t('stage.quarter_final');
  if (/^Semi-?finals?$/i.test(stage)) return t('stage.semi_final');
  if (/third.place/i.test(stage)) return t('stage.third_place');
  return /^Finals?$/i.test(stage) ? t('stage.final') : stage;
};
