import { randomBytes } from 'node:crypto';
import type { Lan } from '@touchline/locales/locales';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import { fieldOf, sendPage } from './guard.ts';
import { html, type Html } from './html.ts';
import { facts, money, note, pageOf, writerOf, type Writer } from './page.ts';

type ChainNetwork = 'usdt-trc20' | 'usdt-erc20';

/** A chain that moves no real money. */
type SandboxChain = {
  /** Sends USDT, or a token nobody knows, to an address as people of the network write it; in millionths. */
  send: (o: {
    network: ChainNetwork;
    to: string;
    micro: bigint;
    token?: 'usdt' | 'other';
  }) => Promise<{ txHash: string }>;
  /** Replaces the newest blocks. */
  reorganise: (network: ChainNetwork) => Promise<void>;
};

type Hex = `0x${string}`;

/** What the wallet page stands on. */
export type ChainDesk = {
  chain: SandboxChain;
  /** The bytes of an address as it is written on a network; undefined when it is none. */
  parseAddress: (network: ChainNetwork, text: string) => Hex | undefined;
  /** The same address as it is written on a network. */
  showAddress: (network: ChainNetwork, address: Hex) => string;
};

const path = '/sandbox/chain';
const networks: readonly ChainNetwork[] = ['usdt-trc20', 'usdt-erc20'];
const acts = ['exact', 'less', 'more', 'twice', 'other_network', 'other_token', 'reorganise'] as const;
type Act = (typeof acts)[number];
const { scale, code: currency } = currencies.USDT;

type Asked = { network: ChainNetwork; address: Hex; micro: bigint };
type Outcome = { hashes: readonly string[]; text?: 'sandbox.chain.reorganised' | 'sandbox.chain.away' };

const otherThan = (network: ChainNetwork): ChainNetwork =>
  network === 'usdt-trc20' ? 'usdt-erc20' : 'usdt-trc20';

/** A wallet for USDT: sends to a deposit address what it is asked for, and what it is not. */
export const registerChainPage = (
  app: FastifyInstance,
  { chain: desk, languageOf }: { chain: ChainDesk; languageOf: (header: string | undefined) => Lan },
): void => {
  const { chain, parseAddress, showAddress } = desk;

  const read = (from: unknown): Asked | undefined => {
    const network = networks.find((one) => one === fieldOf(from, 'network'));
    const address = network && parseAddress(network, fieldOf(from, 'address'));
    const micro = parseAmount(fieldOf(from, 'amount'), scale);
    return network === undefined || address === undefined || micro === undefined || micro === 0n
      ? undefined
      : { network, address, micro };
  };

  const at = ({ network, address, micro }: Asked, outcome: Record<string, string>): string =>
    `${path}?${new URLSearchParams({
      ...{ network, address: showAddress(network, address), amount: formatAmount(micro, scale) },
      ...outcome,
    }).toString()}`;

  const play = async ({ network, address, micro }: Asked, act: Act): Promise<string[]> => {
    if (act === 'reorganise') await chain.reorganise(network);
    const hashes: string[] = [];
    for (const transfer of transfersOf(act, micro)) {
      const on = transfer.isElsewhere ? otherThan(network) : network;
      const to = showAddress(on, address);
      const { txHash } = await chain.send({ network: on, to, micro: transfer.micro, token: transfer.token });
      hashes.push(txHash);
    }
    return hashes;
  };

  app.get(path, (request, reply) => {
    const writer = writerOf(languageOf(request.headers['accept-language']));
    const asked = read(request.query);
    if (asked === undefined) return sendPage(reply, 400, badPage(writer));
    const hashes = fieldOf(request.query, 'sent')
      .split(',')
      .filter((hash) => /^(0x)?[0-9a-f]{64}$/i.test(hash));
    const isMoved = fieldOf(request.query, 'sent') === 'reorganised';
    const outcome: Outcome = { hashes, ...(isMoved ? { text: 'sandbox.chain.reorganised' } : {}) };
    return sendPage(reply, 200, walletPage(writer, asked, outcome, desk));
  });

  // The page asked for again would send again; the form it came with is not taken twice by this process.
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
      const hashes = await play(asked, act);
      const sent = act === 'reorganise' ? 'reorganised' : hashes.join(',');
      return await reply.redirect(at(asked, { sent }), 303);
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

/** What each act sends; too little or too much is off by a tenth, at least by the smallest unit. */
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
  { network, address, micro }: Asked,
  { hashes, text }: Outcome,
  { showAddress }: ChainDesk,
): string => {
  const { t } = writer;
  const to = showAddress(network, address);
  return pageOf(
    writer,
    t('sandbox.chain.title'),
    html`${text && note(t(text), text === 'sandbox.chain.away')}
      ${hashes.length > 0 && hashList(writer, hashes)}
      <section class="card">
        <p class="figures amount"><bdi>${money(writer, micro, { currency, scale })}</bdi></p>
        ${facts([
          [t('sandbox.chain.network'), network === 'usdt-trc20' ? 'TRC20' : 'ERC20'],
          [t('sandbox.chain.address'), to],
        ])}
      </section>
      <form class="card" method="post" action="${path}">
        <input type="hidden" name="network" value="${network}" />
        <input type="hidden" name="address" value="${to}" />
        <input type="hidden" name="amount" value="${formatAmount(micro, scale)}" />
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
