import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { shippedCatalogue } from '../../catalogue/football/known-names.ts';
import {
  isQuestion,
  madeGroup,
  NameMapping,
  normalName,
  withoutSeason,
  type Aliases,
} from '../../catalogue/football/name-mapping.ts';

const catalogue = await shippedCatalogue();
const nothingSaid: Aliases = { teams: new Map(), competitions: new Map() };
const mapping = new NameMapping(catalogue, nothingSaid);
const competition = (name: string) => {
  const found = mapping.competition(name);
  if (isQuestion(found)) throw new Error(`${name} is not known`);
  return found;
};
const teamOf = (name: string, league: string) => {
  const found = mapping.team(name, competition(league), league);
  return isQuestion(found) ? undefined : found.id;
};

describe('a name without differences of spelling', () => {
  it.each([
    ['FC Bayern München', 'bayern munchen'],
    ['Brighton & Hove Albion FC', 'brighton and hove albion'],
    ["Nott'm Forest", 'nottm forest'],
    ['1. FC Köln', '1 koln'],
    ['Saint-Étienne', 'saint etienne'],
    ['Kasımpaşa SK', 'kasimpasa sk'],
    ['Bodø/Glimt', 'bodo glimt'],
    ['ÍF Fuglafjørður', 'if fuglafjordur'],
    ['Þór Akureyri', 'thor akureyri'],
    ['Ｕｒａｗａ Reds', 'urawa reds'],
    ['Becamex Bình Dương', 'becamex binh duong'],
  ])('%s', (name, normal) => {
    expect(normalName(name)).toBe(normal);
  });

  it.each([
    ['Deutsche Bundesliga 2025/26', 'Deutsche Bundesliga'],
    ['World Cup 2026', 'World Cup'],
    ['Ligue 1', 'Ligue 1'],
    ['Serie A 2024-25', 'Serie A'],
  ])('a competition without its season: %s', (name, bare) => {
    expect(withoutSeason(name)).toBe(bare);
  });
});

describe('the shipped names', () => {
  it('distinguish the teams of a country, also without accents and "FC"', () => {
    for (const [group, teams] of Map.groupBy(catalogue.teams, (team) => team.group)) {
      const owners = new Map<string, string>();
      for (const { id, names } of teams) {
        for (const name of names.map(normalName)) {
          expect([group, name, owners.get(name) ?? id]).toEqual([group, name, id]);
          owners.set(name, id);
        }
      }
    }
  });

  it('have one id each', () => {
    const ids = catalogue.teams.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['Man United', 'E0', 'en-manchester-united'],
    ['Manchester United FC', 'English Premier League 2021/22', 'en-manchester-united'],
    ["M'gladbach", 'D1', 'de-gladbach'],
    ['Ath Bilbao', 'es.1', 'es-athletic'],
    ['AS Monaco', 'French Ligue 1 2022/23', 'fr-monaco'],
    ['AS Monaco FC', 'French Ligue 1 2024/25', 'fr-monaco'],
    ['Bosnia & Herzegovina', 'World Cup 2026', 'bih'],
  ])('%s of %s', (name, league, id) => {
    expect(teamOf(name, league)).toBe(id);
  });

  it('cover every name of the data sets the tests know', () => {
    const read = readFileSync(new URL('../testing/names.json', import.meta.url), 'utf8');
    const known = Value.Parse(Type.Record(Type.String(), Type.Array(Type.String())), JSON.parse(read));
    const unknown = Object.entries(known).flatMap(([league, names]) =>
      names.filter((name) => teamOf(name, league) === undefined).map((name) => `${league}: ${name}`),
    );
    expect(Object.keys(known)).toHaveLength(29);
    expect(unknown).toEqual([]);
  });
});

describe('a name that is not known', () => {
  it('is a question with suggestions, never a guess', () => {
    const found = mapping.team('Manchester Utd', competition('E0'), 'E0');
    expect(found).toMatchObject({ kind: 'team', name: 'Manchester Utd', seenIn: 'E0' });
    expect(isQuestion(found) && found.suggestions.map(({ id }) => id)).toContain('en-manchester-united');
  });

  it('is not searched in another country', () => {
    expect(isQuestion(mapping.team('Arsenal', competition('D1'), 'D1'))).toBe(true);
  });

  it('is asked for a competition without its season, so that one answer serves all', () => {
    expect(mapping.competition('Austrian Bundesliga 2024/25')).toMatchObject({
      kind: 'competition',
      name: 'Austrian Bundesliga',
      seenIn: 'Austrian Bundesliga 2024/25',
    });
  });

  it('means what a person has said, before any shipped name', () => {
    const said = new NameMapping(catalogue, {
      teams: new Map([['England', new Map([['Man United', 'en-newcastle']])]]),
      competitions: new Map([['Premiership', 'en.1']]),
    });
    const league = said.competition('Premiership 2021/22');
    expect(league).toMatchObject({ id: 'en.1' });
    expect(isQuestion(league) ? league : said.team('Man United', league, '')).toMatchObject({
      id: 'en-newcastle',
    });
  });

  it('means another team in another country', () => {
    const at = (id: string, country: string) => ({ id, name: id, country, neutral: false, names: [id] });
    const [uruguay, portugal] = [at('uy.1', 'Uruguay'), at('pt.1', 'Portugal')];
    const team = (id: string, countries?: string[]) => ({
      id,
      name: 'Nacional',
      short: 'NAC',
      colours: ['#000000', '#ffffff'] satisfies [string, string],
      group: madeGroup,
      names: ['Nacional'],
      countries: countries && new Set(countries),
    });
    const idOf = (found: ReturnType<typeof mapping.team>) =>
      isQuestion(found) ? `? ${found.place}` : found.id;
    const known = { teams: [team('uy-nacional', ['Uruguay'])], competitions: [uruguay, portugal] };
    const asked = new NameMapping(known, nothingSaid);
    expect(idOf(asked.team('Nacional', uruguay, ''))).toBe('uy-nacional');
    expect(idOf(asked.team('Nacional', portugal, ''))).toBe('? Portugal');
    expect(idOf(asked.team('Nacional', { ...portugal, country: undefined }, ''))).toBe('uy-nacional');
    const said = new NameMapping(
      { ...known, teams: [...known.teams, team('pt-nacional')] },
      { ...nothingSaid, teams: new Map([['Portugal', new Map([['Nacional', 'pt-nacional']])]]) },
    );
    expect(idOf(said.team('Nacional', portugal, ''))).toBe('pt-nacional');
    expect(idOf(said.team('Nacional', uruguay, ''))).toBe('? Uruguay');
  });

  it('stays a question when two teams bear it', () => {
    const [first, second] = catalogue.teams;
    if (first === undefined || second === undefined) throw new Error('no teams');
    const both = [first, second].map((team) => ({ ...team, names: ['City'] }));
    const found = new NameMapping({ ...catalogue, teams: both }, nothingSaid).team(
      'City',
      competition('E0'),
      'E0',
    );
    expect(found).toMatchObject({ kind: 'team', suggestions: [{ id: first.id }, { id: second.id }] });
  });
});
