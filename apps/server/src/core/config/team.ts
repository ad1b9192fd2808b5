import { Type } from 'typebox';

const number = '[0-9]{1,9}';
const level = `${number},${number},${number}(\\.[0-9]{1,2})?,${number}:([0-9.]{1,7},){2}[0-9.]{1,7}`;

/** Settings of teams. */
export const teamSettings = {
  TEAM_LEVELS: Type.String({
    pattern: `^${level};${level};${level}$`,
    default: '0,0,0,0:8,3,1;0,5,100.00,50:9,3.5,1.25;0,20,100.00,500:10,4,1.5',
    description:
      'the first rules of teams, three levels: people, people who recharged, at least how much each, settled bets: percent of ' +
      'what the house keeps of a stake on average, for the three generations; later rules are published in the office',
  }),
};
