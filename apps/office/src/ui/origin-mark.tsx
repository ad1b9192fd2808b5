import type { MemberOrigin } from '@touchline/contract/shapes/office';
import { useT } from '../lib/i18n.ts';
import { Note } from './note.tsx';

/** That the operator who looks and the member both used something. */
export const OriginMark = ({ origin }: { origin: MemberOrigin }) => {
  const t = useT();
  return <Note>{t(`memberOrigin.${origin}`)}</Note>;
};
