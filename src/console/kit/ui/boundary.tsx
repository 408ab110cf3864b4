import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Component, type ReactNode } from 'react';
import { explain } from '#console/api/errors.ts';
import { openDetails } from '#console/kit/outcome/details-open.ts';
import { Muted } from './muted.tsx';

/** Catches render errors. A change of `resetKey` (the address) renders the page again. */
export class Boundary extends Component<{ children: ReactNode; resetKey?: string }, { error?: unknown; at?: string }> {
  override state: { error?: unknown; at?: string } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') };
  }

  static getDerivedStateFromProps(props: { resetKey?: string }, state: { error?: unknown; at?: string }) {
    return props.resetKey === state.at ? null : { at: props.resetKey, error: undefined };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { title, next } = explain(error);
    return (
      <Stack role="alert" spacing={2} sx={{ p: 3, maxWidth: 560, alignItems: 'flex-start' }}>
        <Typography variant="h1">{title}</Typography>
        <Typography color="textSecondary">{next}</Typography>
        <Muted sx={{ overflowWrap: 'anywhere' }}>
          Details: {error instanceof Error ? error.message : String(error)}
        </Muted>
        <Stack direction="row" spacing={1}>
          <Button variant="contained" onClick={() => location.reload()}>
            Reload
          </Button>
          <Button onClick={() => this.setState({ error: undefined })}>Try again</Button>
          {/* Only a page mounts the details panel. */}
          {this.props.resetKey !== undefined && <Button onClick={() => openDetails()}>Details</Button>}
        </Stack>
      </Stack>
    );
  }
}
