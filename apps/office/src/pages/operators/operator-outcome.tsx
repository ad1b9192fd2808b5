import type { Output } from '@touchline/contract/routes';
import { useT } from '../../lib/i18n.ts';
import { Note } from '../../ui/notices.tsx';

/** The result of a change of an operator: done, or proposed to another owner. */
export const OperatorOutcome = ({ of, done }: { of: Output<'officeOperatorSave'>; done: string }) => {
  const t = useT();
  return <Note done>{of.operator === undefined ? t('operator.proposed') : done}</Note>;
};
