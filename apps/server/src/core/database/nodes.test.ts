import { expect, it } from 'vitest';
import { ReadOnlyNode } from './faults.ts';
import { createNodes, type NodeState } from './nodes.ts';

const url = 'postgres://u@one,two,three/touchline?target_session_attrs=read-write';
const at = (name: string): string => `postgres://u@${name}/touchline`;

type Answer = NodeState | Error | 'frozen';
const writer = (timeline: number, cluster = 'c'): NodeState => ({ writes: true, cluster, timeline });
const standby: NodeState = { writes: false, cluster: 'c', timeline: 0 };
const refused = (): Error => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** Nodes that answer what the test says, and how often they were asked. */
const scripted = (answers: Record<string, Answer>) => {
  let asked = 0;
  const nodes = createNodes(url, {
    answerMs: 40,
    othersMs: 20,
    ask: async (one, answerMs) => {
      asked += 1;
      const answer = answers[new URL(one).hostname];
      if (answer === 'frozen')
        return new Promise((_resolve, reject) => {
          setTimeout(() => reject(new Error('Query read timeout')), answerMs);
        });
      if (answer === undefined || answer instanceof Error) throw answer ?? refused();
      return answer;
    },
  });
  return { nodes, answers, asked: () => asked };
};

it('the node that can write is found once, until it is lost', async () => {
  const { nodes, answers, asked } = scripted({ one: standby, two: writer(1), three: 'frozen' });
  expect(await Promise.all([nodes.find(), nodes.find()])).toEqual([at('two'), at('two')]);
  expect(await nodes.find()).toBe(at('two'));
  expect(asked()).toBe(3);
  nodes.lost(at('one'));
  await nodes.find();
  expect(asked(), 'another node says nothing about this one').toBe(3);
  Object.assign(answers, { one: writer(2), two: refused() });
  nodes.lost(at('two'));
  expect(await nodes.find()).toBe(at('one'));
  expect(nodes.current()).toBe(at('one'));
});

it('of two that take writes the one that was promoted last counts', async () => {
  const { nodes } = scripted({ one: writer(3), two: writer(4), three: standby });
  expect(await nodes.find()).toBe(at('two'));
});

it('a primary from before a promotion is never taken again', async () => {
  const { nodes, answers } = scripted({ one: 'frozen', two: writer(4), three: standby });
  await nodes.find();
  Object.assign(answers, { one: writer(3), two: refused() });
  nodes.lost(at('two'));
  await expect(nodes.find()).rejects.toThrow(ReadOnlyNode);
});

it('a cluster that was made again may begin with a lower timeline', async () => {
  const { nodes, answers } = scripted({ two: writer(4) });
  await nodes.find();
  Object.assign(answers, { two: writer(1, 'upgraded') });
  nodes.lost(at('two'));
  expect(await nodes.find()).toBe(at('two'));
});

it('says why none can be used: a wrong password before all, then a node that cannot write', async () => {
  const password = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  await expect(scripted({ one: refused(), two: password }).nodes.find()).rejects.toBe(password);
  await expect(scripted({ one: refused(), two: standby }).nodes.find()).rejects.toThrow(ReadOnlyNode);
  await expect(scripted({}).nodes.find()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('one node is not asked', async () => {
  const nodes = createNodes(at('one'), { ask: () => Promise.reject(refused()) });
  expect([nodes.areSeveral, nodes.current(), await nodes.find()]).toEqual([false, at('one'), at('one')]);
});
