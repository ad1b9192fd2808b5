import type { T } from '../../lib/i18n.tsx';

/** "Replay · " before what is shown of a match of the past that is played again; it is first, since long lines lose their end. */
export const replayMark = ({ replay }: { replay?: boolean | undefined }, t: T): string =>
  replay === true ? `${t('event.replay')} · ` : '';
