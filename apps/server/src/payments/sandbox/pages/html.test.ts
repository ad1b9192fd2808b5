import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, Html } from './html.ts';
import { facts, note, pageOf, writerOf } from './page.ts';
import { policy, style } from './style.ts';

describe('values in a page', () => {
  it('are escaped, but for those that are HTML', () => {
    const value = `<script>"&'`;
    expect(html`<p title="${value}">${value}${html`<b>${value}</b>`}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;<b>&lt;script&gt;&quot;&amp;&#39;</b></p>',
    );
    expect(html`${1}${false}${undefined}${[new Html('<i>'), html`${'<'}`]}`.text).toBe('1<i>&lt;');
  });

  it('never open or close anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(html`${text}`.text).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      }),
    );
  });
});

describe('a page', () => {
  it('has the language, its direction, and the mark of the sandbox', () => {
    const page = pageOf(writerOf('ar'), '<t>', html`${note('n')}${facts([['a', '<b>']])}`);
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('lang="ar" dir="rtl"');
    expect(page).toContain('<h1>&lt;t&gt;</h1>');
    expect(page).toContain(writerOf('ar').t('sandbox.mark'));
    expect(pageOf(writerOf('hi'), 't', html``)).toContain('lang="hi" dir="ltr"');
  });

  it('contains the one style of its policy, and no script', () => {
    const page = pageOf(writerOf('de'), 't', html``);
    const brought = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    expect(policy).toContain(`'sha256-${createHash('sha256').update(brought).digest('base64')}'`);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/);
  });

  it('has the colours and the sizes of the member app, and uses no others', () => {
    for (const name of ['colours', 'sizes']) {
      const path = `../../../../../../packages/kit/src/${name}.css`;
      expect(style).toContain(readFileSync(new URL(path, import.meta.url), 'utf8'));
    }
    const defined = new Set([...style.matchAll(/(--[\w-]+):/g)].map(([, token]) => token));
    const used = [...style.matchAll(/var\((--[\w-]+)\)/g)].map(([, token]) => token);
    expect(used.filter((token) => !defined.has(token))).toEqual([]);
  });
});
