import type { Output } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Clock } from '../../core/clock.ts';
import { isInForce, wordsOf } from '../content/item.ts';
import type { Shelf } from '../content/shelf.ts';

/** The company that runs the site, as the settings have it, read on each use. */
export type Company = { name: string; operator: string | undefined; contact: string | undefined };

/** The page about the company: the operators' text, or the built-in one of play mode. */
export const createCompany = ({
  shelf,
  clock,
  company,
}: {
  shelf: Pick<Shelf, 'of'>;
  clock: Clock;
  company: Company;
}) => {
  const builtIn = (lan: Lan): Output<'companyProfile'>['sections'] => {
    const translate = serverTranslator(lan);
    const { name, operator, contact } = company;
    return [
      {
        id: 'about',
        title: translate('company.about.title', { site: name }),
        body: translate('company.about.body'),
      },
      {
        id: 'operator',
        title: translate('company.operator.title'),
        body:
          operator === undefined
            ? translate('company.operator.unknown')
            : translate('company.operator.body', { operator }),
      },
      { id: 'licence', title: translate('company.licence.title'), body: translate('company.licence.body') },
      { id: 'results', title: translate('company.results.title'), body: translate('company.results.body') },
      { id: 'money', title: translate('company.money.title'), body: translate('company.money.body') },
      {
        id: 'contact',
        title: translate('company.contact.title'),
        body:
          contact === undefined
            ? translate('company.contact.unknown')
            : translate('company.contact.body', { contact }),
      },
    ];
  };

  return async (lan: Lan): Promise<Output<'companyProfile'>> => {
    const now = clock.now();
    const own = (await shelf.of('company')).filter((item) => isInForce(item, now));
    const sections = own.map(({ id, texts, fields }) => ({
      id: fields.section ?? id,
      ...wordsOf(texts, lan),
    }));
    return { sections: sections.length > 0 ? sections : builtIn(lan) };
  };
};
