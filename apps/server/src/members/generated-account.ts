import { randomInt } from 'node:crypto';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const manners = words(`
  brave bright calm clever cool daring deft eager fair fast fine fleet fresh gentle grand happy keen
  kind lively loyal lucky merry mighty neat nimble noble patient proud quick quiet rapid ready sharp
  silver smart solid steady strong sunny swift tidy tough trusty warm wise witty young zesty
`);
const figures = words(`
  badger beacon bison captain cedar comet coach corner crane dolphin eagle falcon ferry finch forward
  fox heron ibex keeper kestrel lark libero lion lynx maple marten midfield otter owl panther pitch
  puma raven referee robin salmon scout striker sweeper swallow terrace tiger touchline volley walrus
  whistle winger wolf
`);

const pick = (words: readonly string[]): string => words[randomInt(words.length)] ?? 'member';

/** A readable username for a member who came with an e-mail or a mobile number: "swift-otter-4821". */
export const generatedAccount = (): string =>
  `${pick(manners)}-${pick(figures)}-${String(randomInt(10_000)).padStart(4, '0')}`;
