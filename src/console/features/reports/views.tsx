import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { reportOf, type Report, type ReportName } from '#console/domain/collections/report-list.ts';
import { forgetView, kept, savedViews, saveView } from '#console/domain/collections/saved-views.ts';
import { links } from '#console/domain/links.ts';
import { PlainInput } from '#console/kit/form/plain-field.tsx';
import { CopyButton } from '#console/kit/ui/copy-button.tsx';
import { Modal } from '#console/kit/ui/modal.tsx';

const identifying = ['ClientNumber', 'ContractNumber', 'ContractSequence', 'PaymentSequence'];

export function ReportViews({ report, onClose }: { report: Report; onClose(): void }) {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const [views, setViews] = useState(savedViews);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const keptQuery = kept(query, identifying);
  const isLess = keptQuery !== query.toString();
  const addressOf = (of: ReportName, text: string) => `${href(links.reports(of))}?${text}`;
  const linkTo = (path: string) => `${location.origin}${path}`;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setProblem('Enter a name for the view.');
    const isKept = saveView({ report: report.name, name: name.trim(), query: keptQuery });
    setProblem(isKept ? undefined : 'This browser does not allow this page to save anything. Copy the link instead.');
    setViews(savedViews());
    if (isKept) setName('');
  };
  return (
    <Modal
      title="Saved views"
      onClose={onClose}
      size="s"
      actions={
        <CopyButton label="Copy link to this report" name="" text={linkTo(addressOf(report.name, query.toString()))} />
      }
    >
      <Stack spacing={2}>
        {views.length === 0 && (
          <Typography color="textSecondary">
            No saved views yet. A view is the report as it is now: its period, filters, columns, order and groups.
          </Typography>
        )}
        {views.length > 0 && (
          <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {views.map((it) => (
              <Stack
                component="li"
                direction="row"
                key={`${it.report} ${it.name}`}
                sx={{ alignItems: 'center', gap: 1 }}
              >
                <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Link component={RouterLink} to={addressOf(it.report, it.query)} onClick={onClose}>
                    {it.name}
                  </Link>{' '}
                  <Typography component="span" variant="body2" color="textSecondary">
                    {reportOf(it.report).title}
                  </Typography>
                </Box>
                <CopyButton name={`link to ${it.name}`} text={linkTo(addressOf(it.report, it.query))} />
                <Button
                  size="small"
                  aria-label={`Delete the view ${it.name}`}
                  onClick={() => {
                    forgetView(it);
                    setViews(savedViews());
                  }}
                >
                  Delete
                </Button>
              </Stack>
            ))}
          </Stack>
        )}
        <Stack
          component="form"
          direction="row"
          useFlexGap
          spacing={1}
          onSubmit={save}
          sx={{ alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: 1 }}>
            <PlainInput
              label="Name of this view"
              value={name}
              error={problem}
              onChange={(event) => setName(event.target.value)}
              maxLength={60}
            />
          </Box>
          <Button type="submit" variant="contained" sx={{ mt: 3 }}>
            Save
          </Button>
        </Stack>
        <Typography variant="body2" color="textSecondary">
          “Last month” always means the latest month. Views are saved in this browser
          {isLess && ', without client and contract numbers and without what was searched for'}; a link shows the same
          to anyone who may see this report.
        </Typography>
      </Stack>
    </Modal>
  );
}
