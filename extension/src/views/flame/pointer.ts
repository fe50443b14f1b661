import type { FlameHit, FlameStage } from './stage';

/** The events of the pointer. */
export interface PointerIntents {
  pick(hit: FlameHit | null): void;
  hover(hit: FlameHit, event: MouseEvent): void;
  leave(): void;
}

/** The pointer on the canvas of a flame view. */
export class FlamePointer {
  constructor(
    private readonly stage: FlameStage,
    private readonly intents: PointerIntents
  ) {
    for (const type of EVENTS) stage.canvas.addEventListener(type, this);
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: MouseEvent): void {
    const { canvas } = this.stage;
    const hit = this.stage.hit(event.offsetX, event.offsetY);
    if (event.type === 'mouseleave' || hit === null) this.intents.leave();
    else if (event.type === 'mousemove') this.intents.hover(hit, event);
    if (event.type === 'click') this.intents.pick(hit);
    canvas.classList.toggle('jp-mod-pointing', hit !== null);
  }

  dispose(): void {
    for (const type of EVENTS) this.stage.canvas.removeEventListener(type, this);
  }
}

const EVENTS = ['click', 'mousemove', 'mouseleave'] as const;
