"""Write the golden transcripts anew: `python -m scripts.golden`, then review the diff."""

from pathlib import Path

from omerta.lab.golden import golden_files


def main() -> None:
    """Write every file."""
    for file, text in golden_files(Path(__file__).parents[1] / "tests" / "golden"):
        file.write_text(text, "utf-8")
        print(file.name, len(text.splitlines()), "lines")


if __name__ == "__main__":
    main()
