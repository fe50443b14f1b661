/** A picture on a button. JupyterLab's icons are such. */
export interface ButtonIcon {
  /** Makes a node that has the picture in it. */
  element(look: { readonly tag: 'span'; readonly className?: string }): HTMLElement;
}

/** The pictures on the buttons of a profile, in the style of the application around it. */
export interface ButtonIcons {
  /** Behind the label of a button that opens a menu. */
  readonly caretDown: ButtonIcon;
  readonly close: ButtonIcon;
  readonly columns: ButtonIcon;
  readonly compare: ButtonIcon;
  readonly copy: ButtonIcon;
  readonly download: ButtonIcon;
  /** Opens the profile in another program. */
  readonly launch: ButtonIcon;
}
