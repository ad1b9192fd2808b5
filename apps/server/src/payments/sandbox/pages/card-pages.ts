import type { FastifyInstance } from 'fastify';
import { challengeCode, sandboxCards, type CardField } from '../cards.ts';
import type { CardAnswer, SandboxActs, SandboxOrder } from '../service.ts';
import { fieldOf, sendPage } from './guard.ts';
import { html, type Html } from './html.ts';
import { backLink, noOrderPage, orderCard, returnPath } from './order-page.ts';
import { buttonForm, money, note, pageOf, writerOf, type Writer } from './page.ts';

type Options = { desk: SandboxActs; payee: () => string };
type OpenOrder = { order: SandboxOrder; token: string; payee: string };
/** The form's message about the last try. */
type Trouble = { wrong: readonly CardField[]; text?: 'sandbox.card.declined' | 'sandbox.card.unknown' };

const path = '/sandbox/card';
const at = (to: string, token: string): string => `${to}?o=${encodeURIComponent(token)}`;

/**
 * The hosted card page: the form, and the bank's question for a code. Typed values are read and not stored.
 */
export const registerCardPages = (app: FastifyInstance, { desk, payee }: Options): void => {
  const see = async (query: unknown): Promise<OpenOrder | undefined> => {
    const token = fieldOf(query, 'o');
    const order = await desk.order('sandbox-card', token);
    return order && { order, token, payee: payee() };
  };

  app.get(path, async (request, reply) => {
    const seen = await see(request.query);
    if (seen === undefined) return sendPage(reply, 404, noOrderPage());
    const { status } = seen.order;
    if (status === 'challenge') return reply.redirect(at(`${path}/code`, seen.token), 303);
    if (status !== 'open') return sendPage(reply, 200, endPage(seen));
    return sendPage(reply, 200, formPage(seen, { wrong: [] }, fieldOf(request.query, 'use')));
  });

  app.post(path, async (request, reply) => {
    const seen = await see(request.query);
    if (seen === undefined) return sendPage(reply, 404, noOrderPage());
    const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((name) => fieldOf(request.body, name));
    const answer = await desk.payByCard(seen.token, {
      number: number ?? '',
      expiry: expiry ?? '',
      cvc: cvc ?? '',
    });
    const trouble = troubleOf(answer);
    if (trouble) return sendPage(reply, 422, formPage(seen, trouble));
    if (answer.kind === 'challenge') return reply.redirect(at(`${path}/code`, seen.token), 303);
    // The same form sent twice: both go back. Otherwise the page says why nothing is due.
    const isClosed = answer.kind === 'closed' && (await see(request.query))?.order.status !== 'paid';
    return reply.redirect(isClosed ? at(path, seen.token) : returnPath(seen.order), 303);
  });

  app.post(`${path}/cancel`, async (request, reply) => {
    const seen = await see(request.query);
    if (seen === undefined) return sendPage(reply, 404, noOrderPage());
    await desk.giveUp(seen.token);
    return reply.redirect(returnPath(seen.order), 303);
  });

  app.get(`${path}/code`, async (request, reply) => {
    const seen = await see(request.query);
    if (seen === undefined) return sendPage(reply, 404, noOrderPage());
    if (seen.order.status !== 'challenge') return reply.redirect(at(path, seen.token), 303);
    return sendPage(reply, 200, codePage(seen, false));
  });

  app.post(`${path}/code`, async (request, reply) => {
    const seen = await see(request.query);
    if (seen === undefined) return sendPage(reply, 404, noOrderPage());
    const answer = await desk.answerChallenge(seen.token, fieldOf(request.body, 'code'));
    if (answer === 'wrong') return sendPage(reply, 422, codePage(seen, true));
    if (answer === 'closed') return reply.redirect(at(path, seen.token), 303);
    return reply.redirect(returnPath(seen.order), 303);
  });

  app.post(`${path}/code/cancel`, async (request, reply) => {
    const token = fieldOf(request.query, 'o');
    await desk.leaveChallenge(token);
    return reply.redirect(at(path, token), 303);
  });
};

/** The form again with its errors; undefined for an accepted card. */
const troubleOf = (answer: CardAnswer): Trouble | undefined => {
  if (answer.kind === 'wrong') return { wrong: answer.fields };
  if (answer.kind === 'declined') return { wrong: [], text: 'sandbox.card.declined' };
  if (answer.kind === 'unknown') return { wrong: [], text: 'sandbox.card.unknown' };
  return undefined;
};

const endPage = ({ order, payee }: OpenOrder): string => {
  const writer = writerOf(order.lan);
  const status = order.status === 'open' || order.status === 'challenge' ? 'paid' : order.status;
  return pageOf(
    writer,
    writer.t('sandbox.card.title'),
    html`${note(writer.t(`sandbox.state.${status}`), status !== 'paid')} ${orderCard(writer, order, payee)}
    ${backLink(writer, order)}`,
  );
};

const field = (
  { t }: Writer,
  name: CardField,
  { wrong, value, hint, complete }: { wrong: boolean; value: string; hint: string; complete: string },
): Html =>
  html`<label>
    ${t(`sandbox.card.${name}`)}
    <input
      name="${name}"
      value="${value}"
      placeholder="${hint}"
      autocomplete="${complete}"
      inputmode="numeric"
      dir="ltr"
      required
      maxlength="30"
      aria-invalid="${wrong ? 'true' : 'false'}"
    />
    ${wrong && html`<span class="wrong" role="alert">${t(`sandbox.wrong.${name}`)}</span>`}
  </label>`;

const spaced = (number: string): string => number.replaceAll(/(.{4})(?=.)/g, '$1 ');

const formPage = ({ order, token, payee }: OpenOrder, trouble: Trouble, use = ''): string => {
  const writer = writerOf(order.lan);
  const { t } = writer;
  const used = sandboxCards.find((card) => card.outcome === use);
  const of = (name: CardField, value: string, hint: string, complete: string): Html =>
    field(writer, name, { wrong: trouble.wrong.includes(name), value: used ? value : '', hint, complete });
  return pageOf(
    writer,
    t('sandbox.card.title'),
    html`${trouble.text && note(t(trouble.text), true)} ${orderCard(writer, order, payee)}
      <form class="card" method="post" action="${at(path, token)}">
        ${of('number', spaced(used?.number ?? ''), '4242 4242 4242 4242', 'cc-number')}
        <div class="fields">
          ${of('expiry', '12/34', '12/34', 'cc-exp')} ${of('cvc', '123', '123', 'cc-csc')}
        </div>
        <button class="main">
          ${t('sandbox.card.pay', { amount: money(writer, order.amountMinor, order) })}
        </button>
      </form>
      ${buttonForm(at(`${path}/cancel`, token), t('sandbox.card.cancel'))}
      <section class="card">
        <h2>${t('sandbox.card.cards')}</h2>
        <p class="soft">${t('sandbox.card.cards_hint')}</p>
        <ul>
          ${sandboxCards.map(
            ({ outcome, number }) =>
              html`<li>
                <a href="${at(path, token)}&amp;use=${outcome}">
                  <bdi class="figures">${spaced(number)}</bdi>
                  <span class="soft">${t(`sandbox.outcome.${outcome}`)}</span>
                </a>
              </li>`,
          )}
        </ul>
      </section>`,
  );
};

const codePage = ({ order, token, payee }: OpenOrder, isWrong: boolean): string => {
  const writer = writerOf(order.lan);
  const { t } = writer;
  return pageOf(
    writer,
    t('sandbox.code.title'),
    html`${isWrong && note(t('sandbox.code.wrong'), true)} ${orderCard(writer, order, payee)}
      <form class="card" method="post" action="${at(`${path}/code`, token)}">
        <p class="soft">${t('sandbox.code.hint', { code: challengeCode })}</p>
        <label>
          ${t('sandbox.code.field')}
          <input
            name="code"
            autocomplete="one-time-code"
            inputmode="numeric"
            dir="ltr"
            required
            maxlength="10"
          />
        </label>
        <button class="main">${t('sandbox.code.confirm')}</button>
      </form>
      ${buttonForm(at(`${path}/code/cancel`, token), t('sandbox.code.cancel'))}`,
  );
};
