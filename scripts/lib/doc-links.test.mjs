import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './install.mjs';

const isLeftOut = (name) => /^(?:node_modules|dist|gen|coverage|migrations)$|^\./.test(name);
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (isLeftOut(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
const read = (path) => readFileSync(join(root, path), 'utf8');
const withoutCode = (text) => text.replaceAll(/^\s*```[^]*?^\s*```/gm, '');

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (path) =>
  [...withoutCode(read(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

/** @returns whether a link of a document leads to a file and a heading that are there */
const leadsOn = (page, link) => {
  const [path, anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsIn(target).includes(anchor);
};

const pages = [...filesBelow('docs'), ...filesBelow('packages'), 'README.md', 'CONTRIBUTING.md'].filter(
  (path) => path.endsWith('.md'),
);

it('documents link to files and headings that there are', () => {
  const links = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link]) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ page, link }) => !leadsOn(page, link))).toEqual([]);
});

it('code and files of deployment name documents that there are', () => {
  const files = ['apps', 'packages', 'deploy', 'tests', 'tools', 'scripts'].flatMap(filesBelow);
  const sources = files.filter(
    (path) =>
      /\.(?:tsx?|mjs|ya?ml|service|socket|timer|conf|env)$|file$/.test(path) && !path.includes('.test.'),
  );
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/doc(?:s|\/touchline)\/([\w-]+\.md)/g)].map(([, page]) => ({ path, page })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ page }) => !existsSync(join(root, 'docs', page)))).toEqual([]);
});
