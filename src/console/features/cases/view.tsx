import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CaseFiles } from './files.tsx';
import { CaseRelated } from './related.tsx';
import { fieldOf } from '../../../contract/fields.ts';
import { CopyNumber } from '../../kit/ui/copy-button.tsx';
import { Facts } from '../../kit/ui/facts.tsx';
import { KeyFacts } from '../../kit/record/header.tsx';
import { show } from '../../kit/ui/format.tsx';
import { Section } from '../../kit/ui/section.tsx';
import { StatusMark } from '../../kit/ui/status.tsx';

const about = ['external_ref', 'company', 'category'];
const creator = ['creator_name', 'creator_surname', 'creator_idno', 'creator_cellphone', 'creator_email'];
const told = ['case_id', ...about, ...creator, 'subject', 'description', 'attachment', 'status'];

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const nameOf = (record: Record<string, unknown>) =>
  [textOf(record.creator_name), textOf(record.creator_surname)].filter(Boolean).join(' ');

/** A case as it came: the record is the implementation's own (interface, Case), so words nobody foresaw are shown, too. */
export function CaseView({ record }: { record: Record<string, unknown> }) {
  const status = show('status', record.status);
  const others = Object.keys(record).filter((fieldName) => !told.includes(fieldName));
  const number = textOf(record.case_id);
  return (
    <Stack spacing={2}>
      <Section title={textOf(record.subject) || `Case ${number}`}>
        <Stack spacing={2}>
          <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
            {status ? <StatusMark value={status} /> : <Typography color="textSecondary">No status</Typography>}
            {number && (
              <span>
                Case <CopyNumber text={number} name="case number" />
              </span>
            )}
          </Stack>
          {textOf(record.description) ? (
            <Typography sx={{ maxWidth: '72ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {textOf(record.description)}
            </Typography>
          ) : (
            <Typography color="textSecondary">No description</Typography>
          )}
        </Stack>
      </Section>
      <KeyFacts
        facts={[
          { label: 'Opened by', value: nameOf(record) || '—' },
          ...about.map((fieldName) => ({
            label: fieldOf(fieldName)?.label ?? fieldName,
            value: show(fieldName, record[fieldName]) || '—',
          })),
        ]}
      />
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Section title="Creator">
          <Facts record={record} fieldNames={creator} />
        </Section>
        <Section title="Attachments">
          <CaseFiles attachment={record.attachment} />
        </Section>
      </Box>
      <Section title="Belongs to">
        <CaseRelated reference={textOf(record.external_ref)} idNumber={textOf(record.creator_idno)} />
      </Section>
      {others.length > 0 && (
        <Section title="More details">
          <Facts record={record} fieldNames={others} />
        </Section>
      )}
    </Stack>
  );
}
