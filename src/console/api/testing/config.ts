import { setConfig, type Config } from '../config.ts';

/** The configuration of a console that a unit test needs. */
export const setSampleConfig = (codes: Config['codes'] = {}): Config =>
  setConfig({
    environment: 'Sandbox',
    products: ['EFT'],
    organisation: 'demo',
    oauth: { issuer: 'https://service.example', clientId: 'console', scopes: 'openid' },
    timeZone: 'Africa/Johannesburg',
    codes,
  });
