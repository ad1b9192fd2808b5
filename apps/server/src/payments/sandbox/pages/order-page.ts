import type { SandboxOrder } from '../service.ts';
import { html, type Html } from './html.ts';
import { facts, money, pageOf, writerOf, type Writer } from './page.ts';

/** The way back: the recharge in the member app of this host. */
export const returnPath = ({ rechargeId }: SandboxOrder): string =>
  `/#/pages/recharge/rechargeinfo?id=${encodeURIComponent(rechargeId)}`;

export const backLink = ({ t }: Writer, order: SandboxOrder): Html =>
  html`<a class="button" href="${returnPath(order)}">${t('sandbox.back')}</a>`;

/** What is to be paid, to whom and for what. */
export const orderCard = (writer: Writer, order: SandboxOrder, payee: string): Html =>
  html`<section class="card">
    <p class="figures amount"><bdi>${money(writer, order.amountMinor, order)}</bdi></p>
    ${facts([
      [writer.t('sandbox.payee'), payee],
      [writer.t('sandbox.reference'), order.reference],
    ])}
  </section>`;

/** The page for an unknown order, in English, since the reader is unknown. */
export const noOrderPage = (): string => {
  const writer = writerOf('en');
  return pageOf(writer, writer.t('sandbox.none'), html`<p class="soft">${writer.t('sandbox.none_hint')}</p>`);
};
