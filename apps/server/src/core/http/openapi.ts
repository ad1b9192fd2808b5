import { type Auth, isOfPage, type Route } from '@touchline/contract/route';
import { reasons } from '@touchline/contract/reasons';
import { filePath, livePath } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';

type Json = { [name: string]: unknown };

/** Refusals every call can meet, in addition to its own. */
const everyCall = ['validation', 'too_many', 'fault', 'unavailable', 'no_answer'] as const;
const callOf = {
  public: [],
  member: ['sign_in', 'token_expired'],
  operator: ['sign_in', 'forbidden'],
} as const satisfies Record<Auth, readonly (keyof typeof reasons)[]>;

/** The header that opens a call, by the names of the schemes below. */
const securityOf = {
  public: [],
  member: [{ token: [] }],
  operator: [{ officeToken: [] }],
} as const satisfies Record<Auth, readonly Json[]>;

const envelopeOf = (data: unknown): Json => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { const: 1 },
    msg: { type: 'string', description: "in the caller's language; may be empty" },
    data,
  },
});

const refusalOf = (reason: keyof typeof reasons): Json => ({
  type: 'object',
  title: reason,
  required: ['code', 'msg', 'data'],
  properties: {
    code: { const: reasons[reason].code },
    msg: { type: 'string' },
    data: {
      type: 'object',
      required: ['reason'],
      properties: { reason: { const: reason } },
      additionalProperties: true,
    },
  },
});

/** The input, as query parameters or as a body. */
const inputOf = (route: Route): Json => {
  const properties: Json =
    'properties' in route.input && typeof route.input.properties === 'object'
      ? { ...route.input.properties }
      : {};
  if (route.method === 'POST') {
    const schema = route.input;
    // A schema with a file in it is one of a form too.
    const isForm = Object.hasOwn(properties, 'file');
    return {
      requestBody: {
        content: {
          ...(isForm ? { 'multipart/form-data': { schema } } : {}),
          'application/json': { schema },
        },
      },
    };
  }
  const required: unknown[] =
    'required' in route.input && Array.isArray(route.input.required) ? route.input.required : [];
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
  };
};

const operationOf = (route: Route): Json => {
  // A page that the site may keep from visitors: with or without the header.
  const isPage = isOfPage(route);
  const ofCaller = callOf[isPage ? 'member' : route.auth];
  const possible = [...new Set([...route.reasons, ...everyCall, ...ofCaller])];
  const byStatus = Map.groupBy(possible, (reason) => reasons[reason].status);
  const answers = [...byStatus].map(([status, group]) => {
    const refusals = group.map(refusalOf);
    const schemas = status === 200 ? [envelopeOf(route.output), ...refusals] : refusals;
    return [
      String(status),
      {
        description: status === 200 ? `Done, or refused: ${group.join(', ')}` : group.join(', '),
        content: { 'application/json': { schema: { oneOf: schemas } } },
      },
    ] as const;
  });
  return {
    operationId: route.name,
    summary: route.summary,
    ...inputOf(route),
    ...(route.auth === 'operator'
      ? { tags: ['office'], description: `For operators with one of the roles ${route.roles.join(', ')}.` }
      : {}),
    security: isPage ? [{}, ...securityOf.member] : securityOf[route.auth],
    responses: Object.fromEntries(answers),
  };
};

/**
 * The OpenAPI 3.1 document of the contract.
 * @param site name and version shown at its head
 */
export const openApi = (site: { name: string; version: string }): Json => {
  const paths: Record<string, Json> = {};
  for (const route of Object.values<Route>(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  paths[livePath] = {
    get: {
      operationId: 'live',
      summary: 'Live updates as server-sent events: event, price, bet, balance',
      security: [],
      parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'the stream', content: { 'text/event-stream': {} } } },
    },
  };
  paths[filePath] = {
    get: {
      operationId: 'file',
      summary: 'An image its owner sent, private; file_unknown (404) for everybody else',
      security: [{ token: [] }],
      parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'the image', content: { 'image/*': {} } } },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: site.name,
      version: site.version,
      description:
        'Every answer is an envelope {code, msg, data}: code 1 is success, any other a refusal whose data.reason is for programs. ' +
        'Amounts and odds are decimal strings, times ISO 8601 UTC.',
    },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'ba-user-token' },
        officeToken: { type: 'apiKey', in: 'header', name: 'ba-office-token' },
      },
    },
    paths,
  };
};
