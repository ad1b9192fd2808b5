import type { FastifyInstance } from 'fastify';
import type { RouteTools } from '../../../core/http/app.ts';
import type { SandboxActs } from '../service.ts';
import { registerCardPages } from './card-pages.ts';
import { registerChainPage, type ChainDesk } from './chain-page.ts';
import { guardPages } from './guard.ts';
import { registerScanPage } from './scan-page.ts';

/** What the sandbox pages need. */
export type SandboxPages = {
  desk: SandboxActs;
  /** The payee on the pages: the site's name. */
  payee: () => string;
  /** A sandbox chain, if there is one; without it there is no page that sends USDT. */
  chain?: ChainDesk | undefined;
};

/** Registers the pages that play a card form, a phone that scans, and a wallet of USDT. Not for real money. */
export const registerSandboxPages = (
  app: FastifyInstance,
  { desk, payee, chain, languageOf, placeOf }: SandboxPages & Pick<RouteTools, 'languageOf' | 'placeOf'>,
): void => {
  guardPages(app, { placeOf });
  registerCardPages(app, { desk, payee });
  registerScanPage(app, { desk, payee });
  if (chain) registerChainPage(app, { chain, languageOf });
};
