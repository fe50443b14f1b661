import { PROTOCOL_VERSION } from './wire';

/** Versions that the kernel names to its clients. */
export interface KernelVersions {
  readonly kernelscope: string;
  readonly typescript: string;
  readonly node: string;
}

/** Content of a `kernel_info_reply`. */
export function kernelInfo(versions: KernelVersions): object {
  return {
    status: 'ok',
    protocol_version: PROTOCOL_VERSION,
    implementation: 'kernelscope',
    implementation_version: versions.kernelscope,
    language_info: {
      name: 'typescript',
      version: versions.typescript,
      mimetype: 'text/typescript',
      file_extension: '.ts',
      // `mode` chooses the editor language in JupyterLab; the other two do so in older notebooks
      codemirror_mode: { mode: 'typescript', name: 'javascript', typescript: true }
    },
    banner:
      `Kernelscope ${versions.kernelscope}: TypeScript ${versions.typescript}, ` +
      `Node ${versions.node}. %lsmagic lists the magics.`,
    help_links: [{ text: 'TypeScript', url: 'https://www.typescriptlang.org/docs/' }]
  };
}
