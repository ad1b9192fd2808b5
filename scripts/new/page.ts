import { addText, insertAfter, insertLines, kebabOf, pascalOf, recordWith, wordsOf } from './edits.ts';
import { RecipeError, type Tree } from './tree.ts';

const memberTable = 'apps/member/src/app/pages.ts';
const officeTable = 'apps/office/src/lib/places.ts';

const partOf = (record: string, name: string): string =>
  record.match(new RegExp(`\\b${name}: '([^']*)'`))?.[1] ?? '';

const newMemberPage = (tree: Tree, name: string, after: string): string[] => {
  const source = tree.read(memberTable);
  const model = recordWith(source, 'path', after);
  if (model === undefined) throw new RecipeError(`The member app has no page ${after}`);
  const [path, access, page] = [
    `/pages/${name}/${name}`,
    partOf(model.text, 'access'),
    `${pascalOf(name)}Page`,
  ];
  const file = `apps/member/src/pages/${name}/${name}.tsx`;
  const docs = tree
    .read('docs/member-app.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`${after}\` |`));
  const [, , , audience = ''] = docs?.split('|') ?? [];
  tree.make(
    file,
    `import { Page } from '../../features/frame/page.tsx';
import { useT } from '../../lib/i18n.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export const ${page} = () => {
  const t = useT();
  return (
    <Page title={t('nav.${name}')}>
      <EmptyState icon="info" title={t('common.noData')} />
    </Page>
  );
};
`,
  );
  tree.edit(memberTable, (table) =>
    insertAfter(
      table,
      model,
      `{ path: '${path}', page: lazyPage(async () => (await import('../pages/${name}/${name}.tsx')).${page}), access: '${access}' }`.replaceAll(
        /(\{ |, (?=page:|access:))/g,
        '$1\n',
      ),
    ),
  );
  tree.edit('docs/member-app.md', (doc) =>
    insertLines(doc, docs ?? after, `| \`${path}\` | ${wordsOf(name)} |${audience}|  |`),
  );
  addText(tree, 'app', { id: `nav.${name}`, english: wordsOf(name), after: 'nav.terms' });
  return [
    `${file}: what it shows, and its comment`,
    `a link to ${path}, most often in apps/member/src/pages/information/information.tsx`,
    'docs/member-app.md: its calls',
    `nav.${name} in the languages that are named as missing`,
  ];
};

const newOfficePage = (tree: Tree, name: string, after: string): string[] => {
  const source = tree.read(officeTable);
  const model = recordWith(source, 'name', after);
  if (model === undefined) throw new RecipeError(`The office has no page ${after}`);
  const page = `${pascalOf(name)}Page`;
  const file = `apps/office/src/pages/${name}/${name}.tsx`;
  const keys = 'abcdefghijklmnopqrstuvwxyz0123456789'
    .split('')
    .find((key) => !source.includes(`keys: 'g ${key}'`));
  if (keys === undefined) throw new RecipeError('Every key after g leads to a page already');
  const [right, group] = [partOf(model.text, 'right'), partOf(model.text, 'group')];
  tree.make(
    file,
    `import { useT } from '../../lib/i18n.ts';
import { Page } from '../../ui/page.tsx';

export const ${page} = () => {
  const t = useT();
  return (
    <Page title={t('place.${name}')}>
      <p>–</p>
    </Page>
  );
};
`,
  );
  tree.edit(officeTable, (table) =>
    insertAfter(
      table,
      model,
      `{
        path: '/${name}',
        page: lazyRouteComponent(() => import('../pages/${name}/${name}.tsx'), '${page}'),
        right: '${right}', group: '${group}', name: '${name}', keys: 'g ${keys}',
      }`,
    ),
  );
  addText(tree, 'office', { id: `place.${name}`, english: wordsOf(name), after: `place.${after}` });
  return [
    `${file}: what it shows, and its comment`,
    `${officeTable}: the call that opens it, ${right} for now, and its keys`,
    `place.${name} in the languages that are named as missing`,
  ];
};

/** Makes an empty page: of the member app after one of its addresses, of the office after the name of one. @returns what is left to do */
export const newPage = (tree: Tree, name: string, after: string): string[] => {
  if (!/^[a-z][a-z0-9]*$/.test(name) || name !== kebabOf(name)) {
    throw new RecipeError('A page has a name of small letters, such as transfers');
  }
  return after.startsWith('/') ? newMemberPage(tree, name, after) : newOfficePage(tree, name, after);
};
