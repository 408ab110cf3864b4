import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ExplainedStatus } from '#console/domain/status/explained.tsx';
import { fieldOf } from '#contract/fields.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { RecordPage } from '#kit/record/header.tsx';
import { Facts } from '#kit/ui/facts.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { attachmentsOf } from './attachments.ts';
import { CaseRelated } from './related.tsx';

/** Files are hosted elsewhere, so each shows its address before it is opened. */
function CaseFiles({ attachment }: { attachment: unknown }) {
  const files = attachmentsOf(attachment);
  if (files === undefined) return <Typography color="textSecondary">Not available</Typography>;
  if (files.length === 0) return <Typography color="textSecondary">None</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {files.map(({ name, link, address, why }, index) => (
        // Names may repeat; the order never changes.
        <Box component="li" key={index} sx={{ overflowWrap: 'anywhere' }}>
          {link ? (
            <>
              <Link href={link.href} target="_blank" rel="noopener noreferrer">
                {name}
              </Link>
              <Muted component="span"> on {link.host}, opens in a new tab</Muted>
            </>
          ) : (
            <>
              {name}
              <Muted component="div">
                {why} {address}
              </Muted>
            </>
          )}
        </Box>
      ))}
    </Box>
  );
}

const about = ['external_ref', 'company', 'category'] as const;
const creator = ['creator_name', 'creator_surname', 'creator_idno', 'creator_cellphone', 'creator_email'];
const shownFields: string[] = ['case_id', ...about, ...creator, 'subject', 'description', 'attachment', 'status'];

/**
 * All fields of a case: services may add their own.
 * @param again a button for another case
 */
export function CaseView({ record, again }: { record: LooseOutput<'caseView'>; again: ReactNode }) {
  const { href } = useTenant();
  const status = formatField('status', record.status);
  const others = Object.keys(record).filter((fieldName) => !shownFields.includes(fieldName));
  const { case_id: number, description } = record;
  const by = [record.creator_name, record.creator_surname].filter(Boolean).join(' ');
  const facts = [
    by && `Opened by ${by}`,
    ...about.map((fieldName) => {
      const text = formatField(fieldName, record[fieldName]);
      return text && `${fieldOf(fieldName)?.label ?? fieldName} ${text}`;
    }),
  ].filter(Boolean);
  return (
    <RecordPage
      name={record.subject || `Case ${number ?? ''}`}
      status={status ? <ExplainedStatus fieldName="status" value={status} /> : <span>No status</span>}
      numbers={[{ name: 'Case number', text: number }]}
      back={{ label: 'Cases', to: href(links.cases()) }}
    >
      {facts.length > 0 && <Muted>{facts.join(' · ')}</Muted>}
      <Section title="Description">
        <Typography
          color={description ? undefined : 'textSecondary'}
          sx={{ maxWidth: '72ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {description || 'No description'}
        </Typography>
      </Section>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Section title="Creator">
          <Facts record={record} fieldNames={creator} isNarrow />
        </Section>
        <Section title="Attachments">
          <CaseFiles attachment={record.attachment} />
        </Section>
      </Box>
      <Section title="Belongs to">
        <CaseRelated reference={record.external_ref ?? ''} idNumber={record.creator_idno ?? ''} />
      </Section>
      {others.length > 0 && (
        <Section title="More details">
          <Facts record={record} fieldNames={others} />
        </Section>
      )}
      <Section title="Search cases">{again}</Section>
    </RecordPage>
  );
}
