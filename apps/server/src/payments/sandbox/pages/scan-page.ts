import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { scanActs, type SandboxActs, type SandboxOrder } from '../service.ts';
import { fieldOf, sendPage } from './guard.ts';
import { html, type Html } from './html.ts';
import { backLink, noOrderPage, orderCard } from './order-page.ts';
import { money, note, pageOf, writerOf, type Writer } from './page.ts';

const path = '/sandbox/scan';
const at = (token: string): string => `${path}?o=${encodeURIComponent(token)}`;

/** The phone that has scanned the QR code: payee, amount, reference, and ways to pay rightly and wrongly. */
export const registerScanPage = (
  app: FastifyInstance,
  { desk, payee }: { desk: SandboxActs; payee: () => string },
): void => {
  app.get(path, async (request, reply) => {
    const token = fieldOf(request.query, 'o');
    const order = await desk.order('sandbox-scan', token);
    if (order === undefined) return sendPage(reply, 404, noOrderPage());
    return sendPage(reply, 200, scanPage(order, token, payee()));
  });

  app.post(path, async (request, reply) => {
    const token = fieldOf(request.query, 'o');
    const order = await desk.order('sandbox-scan', token);
    if (order === undefined) return sendPage(reply, 404, noOrderPage());
    const act = scanActs.find((one) => one === fieldOf(request.body, 'act'));
    const once = fieldOf(request.body, 'once');
    if (act === undefined || !/^[0-9a-f]{32}$/.test(once)) {
      return sendPage(reply, 400, scanPage(order, token, payee()));
    }
    await desk.scan(token, act, once);
    return reply.redirect(at(token), 303);
  });
};

const sent = (writer: Writer, order: SandboxOrder): Html =>
  html`<section class="card">
    <h2>${writer.t('sandbox.scan.sent')}</h2>
    <ul>
      ${order.payments.map(
        ({ reference, amountMinor }) =>
          html`<li>
            <div>
              <bdi class="figures">${money(writer, amountMinor, order)}</bdi>
              <bdi class="soft">${reference}</bdi>
            </div>
          </li>`,
      )}
    </ul>
  </section>`;

const scanPage = (order: SandboxOrder, token: string, payee: string): string => {
  const writer = writerOf(order.lan);
  const { t } = writer;
  const { status } = order;
  const shown = status === 'challenge' ? 'open' : status;
  // A refused code takes no payment; an expired one does, and it comes late.
  const acts = scanActs.filter(
    (act) => (act !== 'refuse' || shown === 'open') && (act !== 'less' || order.amountMinor > 1n),
  );
  return pageOf(
    writer,
    t('sandbox.scan.title'),
    html`${shown !== 'open' && note(t(`sandbox.state.${shown}`), shown !== 'paid')}
      ${orderCard(writer, order, payee)} ${order.payments.length > 0 && sent(writer, order)}
      <form class="card" method="post" action="${at(token)}">
        <input type="hidden" name="once" value="${randomBytes(16).toString('hex')}" />
        ${shown !== 'open' && html`<p class="soft">${t('sandbox.scan.again')}</p>`}
        ${acts.map(
          (act) =>
            html`<button name="act" value="${act}" class="${act === 'pay' ? 'main' : ''}">
              ${t(`sandbox.scan.${act}`)}
            </button>`,
        )}
      </form>
      ${backLink(writer, order)}`,
  );
};
