import { HttpError } from '#service/base/errors.ts';

/** One answer for every reason (docs/interface.md, Errors). */
export const unauthorized = (challenge: string): HttpError =>
  new HttpError(401, [{ Code: 'UNAUTHORIZED', Message: 'A valid access token is needed.' }], {
    'www-authenticate': challenge,
  });

export const invalidToken = (): HttpError => unauthorized('Bearer error="invalid_token"');
