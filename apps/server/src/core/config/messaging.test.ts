import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problems = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.problems.join('\n') : String(error);
  }
};
const mail = { SMTP_URL: 'smtps://house:p%40ss@mail.example.org', MAIL_FROM: 'house@example.org' };
const sms = { SMS_URL: 'https://sms.example.org/v1/messages', SMS_TOKEN: 'secret' };

test.each([
  ['nothing', {}],
  ['mail', mail],
  ['mail through this machine', { ...mail, SMTP_URL: 'smtp://127.0.0.1:2525' }],
  ['short messages', sms],
  ['short messages through this machine', { ...sms, SMS_URL: 'http://localhost:8080/send' }],
  ['a form', { ...sms, SMS_BODY: 'From={from}&To={to}&Body={text}' }],
])('usable: %s', (_what, env) => {
  expect(problems(env)).toBe('');
});

test.each([
  ['mail without a sender', { SMTP_URL: mail.SMTP_URL }, 'MAIL_FROM'],
  ['a sender without mail', { MAIL_FROM: mail.MAIL_FROM }, 'SMTP_URL'],
  ['a sender with a line in it', { ...mail, MAIL_FROM: 'a@example.org\r\nBcc: b@example.org' }, 'MAIL_FROM'],
  ['a sender with a name', { ...mail, MAIL_FROM: 'House <a@example.org>' }, 'MAIL_FROM'],
  ['another protocol', { ...mail, SMTP_URL: 'http://mail.example.org' }, 'SMTP_URL'],
  ['a token sent in the clear', { ...sms, SMS_URL: 'http://sms.example.org/' }, 'must be https'],
  ['a host that only looks like this machine', { ...sms, SMS_URL: 'http://127.0.0.1.example.org/' }, 'https'],
  ['a body without the text', { ...sms, SMS_BODY: '{"to":"{to}"}' }, 'SMS_BODY'],
  ['a body that is no JSON', { ...sms, SMS_BODY: '{"to":"{to}","text":"{text}"' }, 'SMS_BODY'],
  ['a site with a line in its name', { SITE_NAME: 'Touch\r\nline' }, 'SITE_NAME'],
])('not usable: %s', (_what, env, named) => {
  expect(problems(env)).toContain(named);
  expect(problems(env)).not.toContain('secret');
});
