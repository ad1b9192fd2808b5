import { routes, type Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { newId } from '@touchline/server/tools/database';
import fastify from 'fastify';

const path = '/api/game.soccer/orderAdd';
const body = routes.orderAdd.input;

/**
 * The least a server can do with the same request: read the body and check it against the schema of an order. `empty`
 * answers a whole bet, made from the request alone, through the schema of an answer; `tiny` answers next to nothing.
 * @returns the port it listens on
 */
export const emptyPost = async (variant: 'empty' | 'tiny'): Promise<number> => {
  const app = fastify();
  if (variant === 'tiny') {
    app.post(path, { schema: { body } }, (_request, reply) => {
      reply.send({ code: 1, msg: '', data: {} });
    });
  } else {
    const answer = {
      type: 'object',
      required: ['code', 'msg', 'data'],
      properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: routes.orderAdd.output },
    };
    app.post<{ Body: Input<'orderAdd'> }>(
      path,
      { schema: { body, response: { 200: answer } } },
      (request, reply) => {
        reply.send({ code: 1, msg: 'Betting successful', data: betLike(request.body) });
      },
    );
  }
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
};

const team = (id: string): Bet['legs'][number]['home'] => ({
  id,
  name: 'Some Team',
  short: 'STM',
  flag: 'un',
  colours: ['#111111', '#eeeeee'],
});
const [home, away] = [team('one'), team('two')];
const kickOff = new Date(Date.now() + 86_400_000).toISOString();

/** A bet of the shape and size of a placed one, from what the request says. */
const betLike = ({ type, stake, legs }: Input<'orderAdd'>): Bet => ({
  id: newId(),
  type,
  lines: 1,
  unit: stake,
  state: 'waiting',
  stake,
  odds: legs[0]?.odds ?? '',
  potential: stake,
  placedAt: new Date().toISOString(),
  rules: '1',
  receipt: null,
  legs: legs.map(({ event, market, selection, odds }) => ({
    event,
    home,
    away,
    kickOff,
    market,
    selection,
    odds,
    state: 'waiting' as const,
  })),
});
