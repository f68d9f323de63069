"""Train and export the finder: oriented boxes of four classes (face, back, corner, tile), by ultralytics."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import nn
from ultralytics import YOLO
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel

from models.folded import fold, keep_folded, stored_in
from models.render.dataset import FINDER_CLASSES

ARCHITECTURE = "yolo11n-obb.yaml"
TRAIN_SIZE = 512
EXPORT_SIZE = 640
WARM_UP = 200
LEARNING, LEARNING_ON = 0.0015, 0.0005  # rates at their height: from nothing, and from a finder that knows much
CORRECTED_TIMES = 12  # how often a corrected photograph counts beside a rendered one


def float32_of(output: Any) -> Any:
    """The same nest of tensors in float32: the loss needs the precision that the convolutions do not."""
    if isinstance(output, torch.Tensor):
        return output.float()
    if isinstance(output, dict):
        return {key: float32_of(value) for key, value in output.items()}
    if isinstance(output, (list, tuple)):
        return type(output)(float32_of(value) for value in output)
    return output


class CpuHalfModel(OBBModel):
    """The finder's network, whose convolutions run in bfloat16 on a CPU (half the time of float32 there)."""

    def predict(self, x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        """Forward pass; float32 outputs."""
        if x.device.type != "cpu" or not self.training:
            return super().predict(x, *args, **kwargs)
        with torch.autocast("cpu", torch.bfloat16):
            output = super().predict(x.contiguous(memory_format=torch.channels_last), *args, **kwargs)
        return float32_of(output)


class FinderTrainer(OBBTrainer):
    """ultralytics' trainer with the network above, whose learning rate follows a cosine step by step.

    ultralytics changes the rate once a pass; with few passes over much data that would never let it settle.
    """

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> CpuHalfModel:
        """Build the network, from a checkpoint's weights where given."""
        # ultralytics leaves one core idle; here the network is all there is to compute.
        torch.set_num_threads(os.cpu_count() or 1)
        model = CpuHalfModel(cfg or ARCHITECTURE, nc=self.data["nc"], verbose=False)
        if weights:
            model.load(weights)
        model.to(memory_format=torch.channels_last)
        return model

    def optimizer_step(self) -> None:
        """One step at the rate that its place in the whole training asks for."""
        passes = len(self.train_loader)
        self.steps_done = getattr(self, "steps_done", self.start_epoch * passes) + 1
        progress = min(1.0, self.steps_done / (self.epochs * passes))
        rate = self.args.lr0 * (self.args.lrf + (1 - self.args.lrf) * (1 + math.cos(math.pi * progress)) / 2)
        rate *= min(1.0, self.steps_done / WARM_UP)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        super().optimizer_step()


class FoldedTrainer(FinderTrainer):
    """The trainer above for a network read back from ONNX (see `models.folded`)."""

    def _model_train(self) -> None:
        super()._model_train()
        keep_folded(self.model)


class NotAFinder(ValueError):
    """An ONNX file that was not exported from this architecture."""


def network_of(path: Path) -> CpuHalfModel:
    """The finder's network with the weights of its ONNX file (see `models.folded`). Raises NotAFinder."""
    stored = stored_in(path)
    net = CpuHalfModel(ARCHITECTURE, nc=len(FINDER_CLASSES), verbose=False)
    try:
        for name, module in net.named_modules():
            if isinstance(module, nn.BatchNorm2d):
                fold(module, stored[f"{name.removesuffix('.bn')}.conv.bias"])
        kept = net.state_dict()
        net.load_state_dict(kept | {name: stored[name] for name in kept if name in stored})
    except (KeyError, RuntimeError) as error:
        raise NotAFinder(f"{path}: not exported from this version's finder ({error})") from error
    return net


def _data_file(train: Path, held: Path, out: Path, more: Path | None) -> Path:
    """ultralytics' description of the data set; more: corrected photographs, which count several times over."""
    names = "\n".join(f"  {index}: {name}" for index, name in enumerate(FINDER_CLASSES))
    path = out / "finder.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    folders = [train.resolve() / "images", *([more.resolve() / "images"] * CORRECTED_TIMES if more else [])]
    learnt = json.dumps([str(folder) for folder in folders])
    path.write_text(f"train: {learnt}\nval: {held.resolve() / 'images'}\nnames:\n{names}\n")
    return path


def train_finder(
    train: Path, held: Path, out: Path, epochs: int = 3, start: Path | None = None, more: Path | None = None
) -> Path:
    """Train on rendered pictures in `train`, validate on `held`; goes on from ``last.pt`` where there is one.

    start: an exported finder to begin with, which then learns at a lower rate; more: corrected photographs to learn
    too. Returns the checkpoint with the best validation score. With a GPU it trains at 640 px in float16 there. Raises
    NotAFinder.
    """
    trainer: type[FinderTrainer] = FoldedTrainer if start else FinderTrainer
    run = out / "finder"
    last, best = run / "weights" / "last.pt", run / "weights" / "best.pt"
    if last.exists():
        state = torch.load(last, map_location="cpu", weights_only=False)
        if state.get("epoch", -1) < 0:
            return best
        YOLO(last).train(trainer=trainer, resume=True)
        return best
    gpu = torch.cuda.is_available()
    if start:
        out.mkdir(parents=True, exist_ok=True)
        torch.save({"model": network_of(start)}, out / "start.pt")
    YOLO(ARCHITECTURE).train(
        trainer=trainer, data=str(_data_file(train, held, out, more)), epochs=epochs,
        imgsz=640 if gpu else TRAIN_SIZE, batch=32 if gpu else 16, nbs=16,
        project=str(out.resolve()), name="finder", exist_ok=True, pretrained=str(out / "start.pt") if start else False,
        optimizer="AdamW", lr0=LEARNING_ON if start else LEARNING, lrf=0.02, warmup_epochs=0.0, weight_decay=0.0005,
        amp=gpu, mosaic=0.0, close_mosaic=0, degrees=0.0, translate=0.1, scale=0.35, fliplr=0.0, flipud=0.0,
        erasing=0.0, auto_augment=None, hsv_h=0.01, hsv_s=0.3, hsv_v=0.25, workers=2, plots=False, max_det=400, seed=1,
    )  # fmt: skip
    return best


def export_finder(checkpoint: Path, target: Path) -> Path:
    """Write the finder as ONNX for one picture at a time, of any sides that are multiples of 32 px."""
    made = YOLO(checkpoint).export(format="onnx", imgsz=EXPORT_SIZE, dynamic=True, simplify=False, opset=17, batch=1)
    target.parent.mkdir(parents=True, exist_ok=True)
    network = onnx.load(made)
    for told in network.metadata_props:
        if told.key == "description":  # ultralytics names the file it was trained on, a path of this machine
            told.value = f"{Path(ARCHITECTURE).stem}: {', '.join(FINDER_CLASSES)}"
    onnx.save(network, target)
    Path(made).unlink()
    return target
