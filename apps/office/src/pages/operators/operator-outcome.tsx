import type { Output } from '@touchline/contract/routes';
import { useT } from '../../shell/i18n.ts';
import { Note } from '../../ui/note.tsx';
import { Secret } from '../../ui/secret.tsx';

/** The address at which an operator chooses a password. */
const linkOf = (code: string): string => `${location.origin}${location.pathname}#/password?code=${code}`;

/** The result of a change of an operator: done, or proposed to another owner. A link for a password is shown once. */
export const OperatorOutcome = ({ of, done }: { of: Output<'officeOperatorSave'>; done: string }) => {
  const t = useT();
  const { operator, link } = of;
  if (operator === undefined) return <Note done>{t('operator.proposed')}</Note>;
  return (
    <>
      <Note done>{done}</Note>
      {link !== undefined && (
        <>
          <p>{t('operator.link', { account: operator.account })}</p>
          <Secret text={linkOf(link)} hint={t('operator.linkHint')} />
        </>
      )}
    </>
  );
};
