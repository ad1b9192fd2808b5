import { formatMoney } from '@touchline/locales/format';
import { localeOf, type Lan } from '@touchline/locales/locales';
import { serverTranslator, type ServerTranslate } from '@touchline/locales/server-catalogues';
import { formatAmount } from '@touchline/money/amount';
import { html, Html, type Html as Part } from './html.ts';
import { style } from './style.ts';

/** The language of a page, and its texts. */
export type Writer = { lan: Lan; t: ServerTranslate };

/** A writer in `lan`. */
export const writerOf = (lan: Lan): Writer => ({ lan, t: serverTranslator(lan) });

/** In one piece: the policy allows exactly this text. */
const styleTag = new Html(`<style>${style}</style>`);

/** A whole page, marked as one of the sandbox. */
export const pageOf = ({ lan, t }: Writer, title: string, body: Part): string => {
  const { dir } = localeOf(lan);
  return html`<!doctype html>
    <html lang="${lan}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${t('sandbox.mark')}</title>
        ${styleTag}
      </head>
      <body>
        <header class="mark">${t('sandbox.mark')}</header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
};

/** An amount in the form of the language, isolated where the text runs the other way. */
export const money = (
  { lan }: Writer,
  minor: bigint,
  { currency, scale }: { currency: string; scale: number },
): string => `\u2068${formatMoney(formatAmount(minor, scale), { lan, currency })}\u2069`;

/** Named facts, one a line; values are figures and never mirrored. */
export const facts = (rows: readonly (readonly [name: string, value: string])[]): Part =>
  html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="figures"><bdi>${value}</bdi></dd>
        </div>`,
    )}
  </dl>`;

export const note = (text: string, bad = false): Part =>
  html`<p class="note${bad ? ' bad' : ''}" role="${bad ? 'alert' : 'status'}">${text}</p>`;

/** A form of one button. */
export const buttonForm = (action: string, text: string): Part =>
  html`<form method="post" action="${action}"><button>${text}</button></form>`;
