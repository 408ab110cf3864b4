import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import {
  forgetView,
  storedQuery,
  renameView,
  savedViews,
  saveView,
  type SavedView,
} from '#console/session/saved-views.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';

interface Props {
  page: string;
  title: string;
  onClose(): void;
}

/** Saves what a list or report shows under a name; opens, renames and deletes views. Those of the page come first. */
export function SavedViews({ page, title, onClose }: Props) {
  const { href } = useTenant();
  const [query] = useSearchParams();
  const [views, setViews] = useState(savedViews);
  const [renamed, setRenamed] = useState<SavedView>();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const keptQuery = storedQuery(query);
  const isLess = keptQuery !== query.toString();
  const addressOf = (path: string, text: string) => `${href(path)}?${text}`;
  const linkTo = (path: string) => `${location.origin}${path}`;
  const begin = (view?: SavedView) => {
    setRenamed(view);
    setName(view?.name ?? '');
    setProblem(undefined);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (!given) return setProblem('Enter a name for the view.');
    const isKept = renamed ? renameView(renamed, given) : saveView({ page, title, name: given, query: keptQuery });
    if (isKept) begin();
    else setProblem('This browser does not allow this page to save anything. Copy the link instead.');
    setViews(savedViews());
  };
  return (
    <Modal
      title="Saved views"
      onClose={onClose}
      size="s"
      actions={<CopyButton label="Copy link to this page" name="" text={linkTo(addressOf(page, query.toString()))} />}
    >
      <Stack spacing={2}>
        {views.length === 0 && (
          <Typography color="textSecondary">
            No saved views yet. Save this page’s filters, period and columns under a name.
          </Typography>
        )}
        {views.length > 0 && (
          <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {views
              .toSorted((one, other) => Number(other.page === page) - Number(one.page === page))
              .map((it) => (
                <Stack
                  component="li"
                  direction="row"
                  key={`${it.page} ${it.name}`}
                  sx={{ alignItems: 'center', gap: 1 }}
                >
                  <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                    <Link component={RouterLink} to={addressOf(it.page, it.query)} onClick={onClose}>
                      {it.name}
                    </Link>{' '}
                    <Muted component="span">{it.title}</Muted>
                  </Box>
                  <CopyButton name={`link to ${it.name}`} text={linkTo(addressOf(it.page, it.query))} />
                  <Button size="small" aria-label={`Rename the view ${it.name}`} onClick={() => begin(it)}>
                    Rename
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Delete the view ${it.name}`}
                    onClick={() => {
                      forgetView(it);
                      begin();
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
              key={renamed?.name}
              autoFocus={renamed !== undefined}
              label={renamed ? `New name of “${renamed.name}”` : 'Name of this view'}
              value={name}
              error={problem}
              onChange={(event) => setName(event.target.value)}
              maxLength={60}
            />
          </Box>
          <Button type="submit" variant="contained" sx={{ mt: 3 }}>
            {renamed ? 'Rename' : 'Save'}
          </Button>
          {renamed && (
            <Button sx={{ mt: 3 }} onClick={() => begin()}>
              Cancel
            </Button>
          )}
        </Stack>
        <Muted>
          “Last month” always means the latest month. Views are saved in this browser
          {isLess && ', without client and contract numbers and without what was searched for'}; a link shows the same
          to anyone who may see this page.
        </Muted>
      </Stack>
    </Modal>
  );
}
