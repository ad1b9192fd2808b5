import { describe, expect, it } from 'vitest';
import { straightRoute } from './straight-route.ts';

/** What a browser gives as the hash of an address, read. */
const read = (hash: string): string => {
  const { path, query } = straightRoute(new URL(`https://touchline.test/${hash}`).hash);
  return [path, ...(query.size === 0 ? [] : [query.toString()])].join('?');
};

describe('the address of a page', () => {
  it.each([
    '/',
    '/pages/help/help',
    '/pages/help/help?q=who+pays%3F',
    '/pages/invest/eventsinfo?id=17',
    '/pages/invest/invest?bet=system-2%7E7%2C1x2%2C1%7E8%2Cover_under%2Cover%2C2.5',
    '/pages/login/login?to=%2Fpages%2Fhelp%2Fhelp%3Fq%3Da%2526b',
    '/pages/x?n=1e5&code=aB_-',
  ])('stays %s', (route) => expect(read(`#${route}`)).toBe(route));

  it.each([
    ['', '/'],
    ['#', '/'],
    ['#/pages/invest/eventsinfo%3Fid=17', '/pages/invest/eventsinfo?id=17'],
    ['#/pages/invest/eventsinfo%3Fid%3D17%26open%3D1', '/pages/invest/eventsinfo?id=17&open=1'],
    ['#%2Fpages%2Finvest%2Feventsinfo%3Fid%3D17', '/pages/invest/eventsinfo?id=17'],
    ['#%252Fpages%252Fhelp%252Fhelp', '/pages/help/help'],
    ['#/%23/pages/help/help', '/pages/help/help'],
    ['#/%2523/pages/help/help', '/pages/help/help'],
    ['##/pages/help/help', '/pages/help/help'],
    ['#!/pages/help/help', '/pages/help/help'],
    ['#pages/help/help', '/pages/help/help'],
    ['#//pages//help/help/', '/pages/help/help'],
    ['#/pages/help/help.', '/pages/help/help'],
    ['#/pages/help/help)', '/pages/help/help'],
    ['#/pages/help/help).', '/pages/help/help'],
    ['#/pages/help/help%3E', '/pages/help/help'],
    ['#/pages/help/help%22,', '/pages/help/help'],
    ['#/pages/help/help%20', '/pages/help/help'],
    ['#/pages/help/help”', '/pages/help/help'],
    ['#/pages/help/help。', '/pages/help/help'],
    ['#/pages/help/help**', '/pages/help/help'],
    ['#/pages/help/help\u200b', '/pages/help/help'],
    ['#/pages/help\u00ad/help', '/pages/help/help'],
    ['#/pages/help/help#top', '/pages/help/help'],
    ['#/pages/help/help&utm_source=mail', '/pages/help/help?utm_source=mail'],
    ['#/pages/invest/eventsinfo?id=17.', '/pages/invest/eventsinfo?id=17'],
    ['#/pages/invest/eventsinfo?id=17%29', '/pages/invest/eventsinfo?id=17'],
    ['#/pages/invest/eventsinfo?id=17#', '/pages/invest/eventsinfo?id=17'],
    ['#/pages/invest/eventsinfo?open=1&amp;id=17', '/pages/invest/eventsinfo?open=1&id=17'],
    ['#/pages/invest/eventsinfo?open=1&amp;amp;id=17', '/pages/invest/eventsinfo?open=1&id=17'],
    ['#/pages/invest/eventsinfo?id=17?utm_source=chat', '/pages/invest/eventsinfo?id=17&utm_source=chat'],
    ['#/pages/invest/eventsinfo?id=17&fbclid=x', '/pages/invest/eventsinfo?id=17&fbclid=x'],
    ['#/PAGES/Invest/EventsInfo?ID=17', '/pages/invest/eventsinfo?id=17'],
    ['#/pages/help/%E0%A4%A', '/pages/help/%e0%a4%a'],
  ])('is %s as %s', (bent, meant) => expect(read(bent)).toBe(meant));
});
