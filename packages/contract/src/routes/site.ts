import { Type } from 'typebox';
import { route } from '../route.ts';
import { ruleSections } from '../rules.ts';
import { Empty, oneOf } from '../shapes/common.ts';
import { houseTextFields } from '../shapes/house-texts.ts';
import { HousePage } from '../shapes/house.ts';
import { Home, SystemConfig } from '../shapes/site.ts';

export const siteRoutes = {
  systemConfig: route('systemConfig', 'GET /api/index/systemConfig', {
    auth: 'public',
    purpose: 'entry',
    compress: true,
    summary: 'Currencies, languages and the site',
    input: Empty,
    output: SystemConfig,
  }),
  home: route('home', 'GET /api/index/home', {
    auth: 'member',
    compress: true,
    summary: 'What the home page shows',
    input: Empty,
    output: Home,
  }),
  rules: route('rules', 'GET /api/ops/rules', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: "The published rules in the caller's language; without a version, those in force",
    input: Type.Object(
      {
        version: Type.Optional(Type.String({ maxLength: 20 })),
        house: Type.Optional(
          Type.String({
            maxLength: 20,
            description: 'a version of what the house adds; without it, the valid one',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({
      version: Type.String(),
      publishedAt: Type.String({ format: 'date' }),
      sections: Type.Array(
        Type.Object({ id: oneOf([...ruleSections]), title: Type.String(), body: Type.String() }),
      ),
      ...houseTextFields,
    }),
    reasons: ['not_found'],
  }),
};

/** What everybody may see of the house. */
export const houseRoutes = {
  housePage: route('housePage', 'GET /api/ops/housePage', {
    auth: 'public',
    purpose: 'page',
    compress: true,
    summary: 'What the house publishes of itself, drawn from the public log; the same for some seconds',
    input: Empty,
    output: HousePage,
  }),
};
