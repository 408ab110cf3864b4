/** Every variable that the service reads (src/service/config/settings.ts). */
export const settingNames = [
  'HOST',
  'PORT',
  'ORIGIN',
  'ALLOWED_HOSTS',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_POOL',
  'SERVICE_URL',
  'MESSAGE_CREDENTIALS',
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
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'CALLBACKS',
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
