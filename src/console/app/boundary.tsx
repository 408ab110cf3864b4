import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Component, Fragment, type ReactNode } from 'react';
import { explain } from '#console/api/errors.ts';
import { keepTrying } from '#console/api/keep-trying.ts';
import { isServed } from '#console/api/unreachable.ts';
import { openDetails } from '#console/domain/outcome/details-open.ts';
import { NotLoaded } from '#kit/base/not-loaded.ts';
import { Muted } from '#kit/ui/muted.tsx';

interface Props {
  children: ReactNode;
  resetKey?: string;
  /** The name of the page inside. */
  page?: string;
}

interface State {
  error?: unknown;
  at?: string;
  /** How often another program had moved what React wanted to remove. */
  rebuilt: number;
  /** Of those, at this address. */
  rebuiltHere: number;
}

/** A translator or another extension moves text into elements of its own, and goes on doing so. */
const maxRebuilt = 20;

const isMoved = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

/** Catches render errors. A change of `resetKey` (the address) renders the page again. */
export class Boundary extends Component<Props, State> {
  override state: State = { rebuilt: 0, rebuiltHere: 0 };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.at ? null : { at: props.resetKey, error: undefined, rebuiltHere: 0 };
  }

  private readonly retry = () => this.setState({ error: undefined });

  /** Until the code has come. */
  private retries?: ReturnType<typeof keepTrying>;

  private readonly load = async () => {
    if (!(this.state.error instanceof NotLoaded)) this.stop();
    else if (await isServed()) this.retry();
  };

  private readonly stop = () => {
    this.retries?.stop();
    this.retries = undefined;
  };

  override componentDidCatch(error: unknown) {
    if (error instanceof NotLoaded) {
      error.renew();
      this.retries ??= keepTrying(this.load);
    }
    if (isMoved(error) && this.state.rebuiltHere < maxRebuilt)
      this.setState(({ rebuilt, rebuiltHere }) => ({
        error: undefined,
        rebuilt: rebuilt + 1,
        rebuiltHere: rebuiltHere + 1,
      }));
  }

  override componentWillUnmount() {
    this.stop();
  }

  override render() {
    const { error, rebuilt } = this.state;
    if (error === undefined) return <Fragment key={rebuilt}>{this.props.children}</Fragment>;
    const { title, next } = explain(error, this.props.page);
    // Offline the console itself would be gone.
    const mayReload = navigator.onLine;
    return (
      <Stack role="alert" spacing={2} sx={{ p: 3, maxWidth: 560, alignItems: 'flex-start' }}>
        <Typography variant="h1">{title}</Typography>
        <Typography color="textSecondary">{next}</Typography>
        {!(error instanceof NotLoaded) && (
          <Muted sx={{ overflowWrap: 'anywhere' }}>
            Details: {error instanceof Error ? error.message : String(error)}
          </Muted>
        )}
        <Stack direction="row" spacing={1}>
          {mayReload && (
            <Button variant="contained" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
          <Button variant={mayReload ? 'text' : 'contained'} onClick={this.retry}>
            Try again
          </Button>
          {/* Only a page mounts the details panel. */}
          {this.props.resetKey !== undefined && <Button onClick={() => openDetails()}>Details</Button>}
        </Stack>
      </Stack>
    );
  }
}
