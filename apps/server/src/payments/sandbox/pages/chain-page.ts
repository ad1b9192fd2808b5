import { randomBytes } from 'node:crypto';
import type { Lan } from '@touchline/locales/locales';
import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import { fieldOf, sendPage } from './guard.ts';
import { html, type Html } from './html.ts';
import { facts, money, note, pageOf, writerOf, type Writer } from './page.ts';

type ChainNetwork = 'usdt-trc20' | 'usdt-erc20';

/** A chain that moves no real money. */
type SandboxChain = {
  /** Sends USDT, or an unknown token, to an address in the form of its network; in millionths. */
  send: (o: {
    network: ChainNetwork;
    to: string;
    micro: bigint;
    token?: 'usdt' | 'other';
  }) => Promise<{ txHash: string }>;
  /** Replaces the newest blocks as far as they hold no payments to others. @returns how many */
  reorganise: (o: { network: ChainNetwork; to: string }) => Promise<{ replaced: number }>;
};

type Hex = `0x${string}`;
type Payment = { network: ChainNetwork; address: Hex; micro: bigint };

/** The ground of the wallet page. */
export type ChainDesk = {
  chain: SandboxChain;
  /** The payment of a signed page; undefined for an invalid token. */
  open: (token: string) => Payment | undefined;
  /** An address as it is written on a network. */
  showAddress: (network: ChainNetwork, address: Hex) => string;
};

const path = '/sandbox/chain';
const acts = ['exact', 'less', 'more', 'twice', 'other_network', 'other_token', 'reorganise'] as const;
type Act = (typeof acts)[number];
const { scale, code: currency } = currencies.USDT;

type SignedPayment = Payment & { token: string };
type Outcome = { hashes: readonly string[]; text?: Text };
type Text = 'sandbox.chain.reorganised' | 'sandbox.chain.shared' | 'sandbox.chain.away';

const otherThan = (network: ChainNetwork): ChainNetwork =>
  network === 'usdt-trc20' ? 'usdt-erc20' : 'usdt-trc20';

/**
 * A wallet for USDT that pays a deposit address rightly and wrongly. It acts on one payment only, named by a
 * signed token that only the member of the recharge has.
 */
export const registerChainPage = (
  app: FastifyInstance,
  { chain: desk, languageOf }: { chain: ChainDesk; languageOf: (header: string | undefined) => Lan },
): void => {
  const { chain, showAddress } = desk;

  const read = (from: unknown): SignedPayment | undefined => {
    const token = fieldOf(from, 'o');
    const payment = desk.open(token);
    return payment === undefined ? undefined : { ...payment, token };
  };

  const at = ({ token }: SignedPayment, outcome: Record<string, string>): string =>
    `${path}?${new URLSearchParams({ o: token, ...outcome }).toString()}`;

  /** @returns the page's message afterwards: hashes, or the result for the blocks */
  const play = async ({ network, address, micro }: SignedPayment, act: Act): Promise<string> => {
    if (act === 'reorganise') {
      const { replaced } = await chain.reorganise({ network, to: showAddress(network, address) });
      return replaced > 0 ? 'reorganised' : 'shared';
    }
    const hashes: string[] = [];
    for (const transfer of transfersOf(act, micro)) {
      const on = transfer.isElsewhere ? otherThan(network) : network;
      const to = showAddress(on, address);
      const { txHash } = await chain.send({ network: on, to, micro: transfer.micro, token: transfer.token });
      hashes.push(txHash);
    }
    return hashes.join(',');
  };

  app.get(path, (request, reply) => {
    const writer = writerOf(languageOf(request.headers['accept-language']));
    const asked = read(request.query);
    if (asked === undefined) return sendPage(reply, 400, badPage(writer));
    const sent = fieldOf(request.query, 'sent');
    const hashes = sent.split(',').filter((hash) => /^(0x)?[0-9a-f]{64}$/i.test(hash));
    const outcome: Outcome =
      sent === 'reorganised' || sent === 'shared' ? { hashes, text: `sandbox.chain.${sent}` } : { hashes };
    return sendPage(reply, 200, walletPage(writer, asked, outcome, desk));
  });

  // A reload would send again, so that this process accepts each form once.
  const taken = new Set<string>();
  app.post(path, async (request, reply) => {
    const writer = writerOf(languageOf(request.headers['accept-language']));
    const asked = read(request.body);
    const act = acts.find((one) => one === fieldOf(request.body, 'act'));
    const once = fieldOf(request.body, 'once');
    if (asked === undefined || act === undefined || !/^[0-9a-f]{32}$/.test(once)) {
      return sendPage(reply, 400, badPage(writer));
    }
    if (taken.has(once)) return reply.redirect(at(asked, {}), 303);
    if (taken.size >= 1_000) taken.clear();
    taken.add(once);
    try {
      return await reply.redirect(at(asked, { sent: await play(asked, act) }), 303);
    } catch {
      return sendPage(
        reply,
        503,
        walletPage(writer, asked, { hashes: [], text: 'sandbox.chain.away' }, desk),
      );
    }
  });
};

type Transfer = { micro: bigint; token: 'usdt' | 'other'; isElsewhere: boolean };

/** The transfers of each act; too little or too much is off by a tenth, at least by the smallest unit. */
const sends: Record<Act, (right: Transfer, off: bigint) => Transfer[]> = {
  exact: (right) => [right],
  less: (right, off) => (right.micro > off ? [{ ...right, micro: right.micro - off }] : []),
  more: (right, off) => [{ ...right, micro: right.micro + off }],
  twice: (right) => [right, right],
  other_network: (right) => [{ ...right, isElsewhere: true }],
  other_token: (right) => [{ ...right, token: 'other' }],
  reorganise: () => [],
};
const transfersOf = (act: Act, micro: bigint): Transfer[] =>
  sends[act]({ micro, token: 'usdt', isElsewhere: false }, micro >= 10n ? micro / 10n : 1n);

const badPage = (writer: Writer): string =>
  pageOf(writer, writer.t('sandbox.chain.title'), html`<p class="soft">${writer.t('sandbox.chain.bad')}</p>`);

const hashList = ({ t }: Writer, hashes: readonly string[]): Html =>
  html`<section class="card">
    <h2>${t('sandbox.chain.sent')}</h2>
    <ul>
      ${hashes.map(
        (hash) =>
          html`<li>
            <div><bdi>${hash}</bdi></div>
          </li>`,
      )}
    </ul>
  </section>`;

const walletPage = (
  writer: Writer,
  { network, address, micro, token }: SignedPayment,
  { hashes, text }: Outcome,
  { showAddress }: ChainDesk,
): string => {
  const { t } = writer;
  const to = showAddress(network, address);
  return pageOf(
    writer,
    t('sandbox.chain.title'),
    html`${text && note(t(text), text !== 'sandbox.chain.reorganised')}
      ${hashes.length > 0 && hashList(writer, hashes)}
      <section class="card">
        <p class="figures amount"><bdi>${money(writer, micro, { currency, scale })}</bdi></p>
        ${facts([
          [t('sandbox.chain.network'), network === 'usdt-trc20' ? 'TRC20' : 'ERC20'],
          [t('sandbox.chain.address'), to],
        ])}
      </section>
      <form class="card" method="post" action="${path}">
        <input type="hidden" name="o" value="${token}" />
        <input type="hidden" name="once" value="${randomBytes(16).toString('hex')}" />
        ${acts.map(
          (act) =>
            html`<button name="act" value="${act}" class="${act === 'exact' ? 'main' : ''}">
              ${t(`sandbox.chain.${act}`)}
            </button>`,
        )}
      </form>`,
  );
};
