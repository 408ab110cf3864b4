import type { Migration } from '#service/database/migrate.ts';
import { schema } from './001-schema.ts';
import { notes } from './002-notes.ts';
import { collectingLimitTables } from './003-collecting-limits.ts';
import { followUp } from './004-follow-up.ts';
import { events } from './005-events.ts';
import { sentMessages } from './006-sent-messages.ts';
import { optOuts } from './007-opt-outs.ts';
import { messageHourTables } from './008-message-hours.ts';

/**
 * In order of their names. A migration that has been released is never edited: a change is a new file, also of what 001 makes. Each
 * release adds its database to released/ (CONTRIBUTING.md), and a test brings each of them up to date.
 */
export const migrations: Record<string, Migration> = {
  '001-schema': schema,
  '002-notes': notes,
  '003-collecting-limits': collectingLimitTables,
  '004-follow-up': followUp,
  '005-events': events,
  '006-sent-messages': sentMessages,
  '007-opt-outs': optOuts,
  '008-message-hours': messageHourTables,
};
