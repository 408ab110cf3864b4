/** Every variable that the service reads (src/service/config/settings.ts). */
export const settingNames = [
  'HOST',
  'PORT',
  'ORIGIN',
  'ALLOWED_HOSTS',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_POOL',
  'PROVIDER_URL',
  'PROVIDER_SEGMENT',
  'PROVIDER_TOKEN_URL',
  'PROVIDER_CLIENT_ID',
  'PROVIDER_CLIENT_SECRET_FILE',
  'PROVIDER_CLIENT_AUTHENTICATION',
  'PROVIDER_SCOPE',
  'PROVIDER_AUDIENCE',
  'PROVIDER_TOKEN_FILE',
  'PROVIDER_MESSAGE_USER',
  'PROVIDER_MESSAGE_PASSWORD_FILE',
  'PROVIDER_MESSAGE_REPEATS',
  'PROVIDER_OFFERS',
  'PROVIDER_GRACE_SECONDS',
  'PROVIDER_READS',
  'PROVIDER_PAYOUT_DAYS',
  'PROVIDER_ADDRESSES',
  'OAUTH_ISSUER',
  'OAUTH_CLIENT_ID',
  'OAUTH_AUDIENCE',
  'OAUTH_MERCHANTS_CLAIM',
  'OAUTH_PERMISSIONS_CLAIM',
  'OAUTH_ROLES_CLAIM',
  'OAUTH_SCOPE_PERMISSIONS',
  'OAUTH_TOKEN_LIFE',
  'SANDBOX',
  'PRODUCTS',
  'CONFIG_FILE',
  'TIME_ZONE',
  'SANDBOX_NOW',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'CALLBACKS',
  'COLLECTING_LIMITS',
  'SECOND_FACTOR',
  'BACKUP_KEY_FILE',
  'BACKUP_PASSPHRASE',
  'NUMBERS_KEY_FILE',
  'FORMER_NUMBERS_KEY_FILE',
];

/**
 * A person's settings for the product must not affect its tests and measurements: an empty value counts as absent.
 * @type {Record<string, string>}
 */
export const noSettings = Object.fromEntries(settingNames.map((name) => [name, '']));

/**
 * The business time of tests and pictures, the same on every machine and day: a Wednesday noon, when the sandbox's bank
 * has answered DebiCheck debits and payouts and not yet received EFT debits, so nothing changes by itself. Another minute is
 * tested with SANDBOX_NOW='2026-12-01 06:00' npm run test:browser.
 */
export const testNow = process.env.SANDBOX_NOW || '2026-11-25 12:00';

/**
 * The environment of a product that tests, measurements and pictures start: this process's, which may move the machine's
 * clock, with these settings alone.
 * @param {Record<string, string>} settings
 * @returns {Record<string, string>}
 */
export const productEnvironment = (settings) => ({
  .../** @type {Record<string, string>} */ (process.env),
  ...noSettings,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  SANDBOX_NOW: settings.SANDBOX === 'off' ? '' : testNow,
  ...settings,
});
