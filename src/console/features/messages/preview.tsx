import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Muted } from '#kit/ui/muted.tsx';
import { StepButton } from '#kit/ui/step.tsx';
import {
  isMedia,
  templatePieces,
  placesOf,
  placeholderValues,
  type Chosen,
  type MessageDraft,
  type Recipient,
} from './draft.ts';
import { placeholderHeadings } from './suggested-values.ts';

const Bubble = styled('div')(({ theme }) => ({
  position: 'relative',
  maxWidth: 340,
  padding: '8px 12px 10px',
  borderRadius: '4px 12px 12px 12px',
  background: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  boxShadow: '0 1px 2px rgb(8 15 25 / 0.12)',
  overflowWrap: 'anywhere',
}));

const Missing = styled('mark')(({ theme }) => ({
  padding: '0 2px',
  borderRadius: 4,
  color: theme.vars.palette.warning.main,
  background: 'transparent',
  outline: `1px dashed ${theme.vars.palette.warning.main}`,
}));

function Header({ draft, header }: { draft: MessageDraft; header: string }) {
  const name = draft.filename.trim() || draft.mediaUrl.trim().replace(/^.*\//, '');
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        mb: 1,
        px: 1.5,
        py: header === 'DOCUMENT' ? 1.5 : 5,
        borderRadius: 1.5,
        bgcolor: 'background.default',
        color: 'text.secondary',
      }}
    >
      <Typography variant="body2">
        {header.charAt(0) + header.slice(1).toLowerCase()}
        {name && ` · ${name}`}
      </Typography>
    </Box>
  );
}

function Body({ text, values }: { text: string | undefined; values: readonly string[] }): ReactNode {
  if (text === undefined)
    return (
      <>
        <Muted>The text of this template is not available. Its values:</Muted>
        <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
          {values.map((value, position) => (
            <li key={position}>{value || <Missing>empty</Missing>}</li>
          ))}
        </Box>
      </>
    );
  const places = placesOf(text);
  const headings = placeholderHeadings(text, values.length);
  return templatePieces(text, values).map((piece, index) =>
    piece.position !== undefined && /^\{\{\d+\}\}$/.test(piece.text) ? (
      <Missing key={index}>{headings[places.indexOf(piece.position)]}</Missing>
    ) : piece.position !== undefined ? (
      <b key={index}>{piece.text}</b>
    ) : (
      <span key={index}>{piece.text}</span>
    ),
  );
}

export function MessagePreview(props: {
  draft: MessageDraft;
  chosen: Chosen;
  at: number;
  onChange: (at: number) => void;
}) {
  const { draft, chosen, at, onChange } = props;
  const recipients = draft.recipients ?? [];
  const index = Math.min(at, Math.max(0, recipients.length - 1));
  const recipient: Recipient = recipients[index] ?? { id: '', to: '' };
  const values = placeholderValues(draft, recipient, chosen.count);
  const isChosen = draft.template !== '';
  return (
    <Paper component="section" variant="outlined" aria-label="Preview" sx={{ p: 2 }}>
      <Stack spacing={1.5}>
        <Typography variant="h3" component="h2">
          Preview
        </Typography>
        <Box sx={{ p: 2, borderRadius: 2, bgcolor: 'background.default' }}>
          {isChosen ? (
            <Bubble>
              {isMedia(chosen.header) && <Header draft={draft} header={chosen.header ?? ''} />}
              {chosen.header === 'TEXT' && (
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
                  The template’s own heading appears here
                </Typography>
              )}
              <Typography component="div">
                <Body text={chosen.text} values={values} />
              </Typography>
            </Bubble>
          ) : (
            <Typography color="textSecondary">The message appears here once a template is chosen.</Typography>
          )}
        </Box>
        {recipients.length > 0 && (
          <Stack direction="row" spacing={1} sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
            <StepButton label="Previous recipient" isOff={index === 0} act={() => onChange(index - 1)}>
              Previous
            </StepButton>
            <Typography variant="body2" aria-live="polite" sx={{ textAlign: 'center', overflowWrap: 'anywhere' }}>
              {recipient.fields?.ClientName ?? (recipient.to || 'No number yet')} · {index + 1} of {recipients.length}
            </Typography>
            <StepButton label="Next recipient" isOff={index >= recipients.length - 1} act={() => onChange(index + 1)}>
              Next
            </StepButton>
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}
