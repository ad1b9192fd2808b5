import type { Handlers } from '../core/handler.ts';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { isId } from '../core/ids.ts';
import type { Member } from '../core/handler.ts';
import { helpLinesFor } from './help-lines.ts';
import type { Play } from './service.ts';
import { ownerOf } from '../core/owner.ts';

/**
 * The calls of safer play. @param checkPassword checks the password of a signed-in member; throws
 * `wrong_credentials`, `locked`
 */
export const playHandlers = ({
  play,
  checkPassword,
}: {
  play: Play;
  checkPassword: (given: { memberId: string; password: string; address: string }) => Promise<void>;
}) => {
  /** Does something and answers with the state afterwards. */
  const then = async (member: Member, work: Promise<unknown>) => {
    await work;
    return play.info(ownerOf(member));
  };
  /** The same for what is signed. */
  const signed = async (member: Member, work: Promise<Receipt | undefined>) => {
    const receipt = await work;
    return { ...(await play.info(ownerOf(member))), receipt };
  };
  // An invalid id matches no row.
  const idOf = (id: string): string => (isId(id) ? id : '00000000-0000-0000-0000-000000000000');
  return {
    playInfo: (_input, { member }) => play.info(ownerOf(member)),
    playLimitSave: (input, { member }) => signed(member, play.limitSave(ownerOf(member), input)),
    playLimitConfirm: ({ id }, { member }) => signed(member, play.limitConfirm(ownerOf(member), idOf(id))),
    playLimitCancel: ({ id }, { member }) => signed(member, play.limitCancel(ownerOf(member), idOf(id))),
    playTimeOut: ({ length }, { member }) => signed(member, play.timeOut(ownerOf(member), length)),
    playExclude: async ({ length, password }, { member, address }) => {
      await checkPassword({ memberId: member.id, password, address });
      return signed(member, play.exclude(ownerOf(member), length, { except: member.sessionId }));
    },
    playReturn: (_input, { member }) => signed(member, play.askReturn(ownerOf(member))),
    realitySave: ({ minutes }, { member }) => then(member, play.realitySave(ownerOf(member), minutes)),
    realitySeen: (_input, { member }) => then(member, play.realitySeen(ownerOf(member))),
    playStatement: (input, { member }) => play.statement(ownerOf(member), input),
    helpLines: ({ country }) => Promise.resolve({ list: helpLinesFor(country) }),
  } satisfies Partial<Handlers>;
};
