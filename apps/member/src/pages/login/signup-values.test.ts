import { describe, expect, it } from 'vitest';
import { CallError } from '@touchline/client/errors';
import { placeErrors, registration } from './signup-values.ts';

const values = {
  contact: ' 0151 23456 ',
  password: 'secret1',
  confirmPassword: 'secret1',
  birthDate: '2000-01-02',
  invitationCode: ' ',
  code: '',
};
const always = { password: 'secret1', confirmPassword: 'secret1', birthDate: '2000-01-02' };

describe('what registers a member', () => {
  it('is one of username, e-mail and mobile number', () => {
    expect(registration({ ...values, contact: ' anna ' }, 'account', '49')).toEqual({
      account: 'anna',
      ...always,
    });
    expect(registration({ ...values, contact: 'a@b.cd' }, 'email', '49')).toEqual({
      email: 'a@b.cd',
      ...always,
    });
    expect(registration(values, 'mobile', '49')).toEqual({ mobile: '015123456', areaCode: '49', ...always });
  });

  it('carries an invitation code only when there is one', () => {
    expect(registration({ ...values, invitationCode: ' 7KQ4ZD ' }, 'mobile', '49')).toMatchObject({
      invitationCode: '7KQ4ZD',
    });
  });
});

describe('the code of an address', () => {
  const typed = { ...values, code: ' 012345 ' };
  it('goes with an e-mail address or a number, never with a username', () => {
    expect(registration({ ...typed, contact: 'a@b.cd' }, 'email', '49')).toMatchObject({ code: '012345' });
    expect(registration({ ...typed, contact: 'anna' }, 'account', '49').code).toBeUndefined();
  });
});

describe('a refusal', () => {
  it('is shown at the fields it names', () => {
    const error = new CallError({
      code: 0,
      reason: 'validation',
      details: { fields: { areaCode: 'which?', birthDate: 'when?', unknown: 'what?' } },
    });
    expect(placeErrors(error)).toEqual([
      { field: 'contact', message: 'which?' },
      { field: 'birthDate', message: 'when?' },
    ]);
  });

  it('about one field is shown there', () => {
    const error = new CallError({ code: 0, reason: 'account_taken', message: 'taken' });
    expect(placeErrors(error)).toEqual([{ field: 'contact', message: 'taken' }]);
    expect(placeErrors(new CallError({ code: 0, reason: 'too_many', message: 'later' }))).toEqual([]);
  });
});
