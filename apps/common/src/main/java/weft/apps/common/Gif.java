// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes animated GIFs that loop forever.
public final class Gif {
  private static final String FORMAT = "javax_imageio_gif_image_1.0";

  /// The time of a frame in hundredths of a second; 4 gives 25 frames a second.
  private static final String DELAY = "4";

  private Gif() {}

  /// Writes an animation. A frame consists of indices into `colours`, row by row.
  ///
  /// @throws BadInputException if the file cannot be written
  public static void write(
      List<byte[]> frames, int width, int height, IndexColorModel colours, Path file) {
    UserFiles.write(file, out -> write(frames, width, height, colours, out));
  }

  private static void write(
      List<byte[]> frames, int width, int height, IndexColorModel colours, OutputStream stream)
      throws IOException {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, colours);
    ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
    // The stream that Java usually takes needs room in the temporary folder.
    try (var out = new MemoryCacheImageOutputStream(stream)) {
      writer.setOutput(out);
      writer.prepareWriteSequence(null);
      var type = ImageTypeSpecifier.createFromRenderedImage(image);
      for (byte[] frame : frames) {
        byte[] pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        System.arraycopy(frame, 0, pixels, 0, pixels.length);
        IIOMetadata metadata = writer.getDefaultImageMetadata(type, null);
        animate(metadata);
        writer.writeToSequence(new IIOImage(image, null, metadata), null);
      }
      writer.endWriteSequence();
    } finally {
      writer.dispose();
    }
  }

  private static void animate(IIOMetadata metadata) throws IIOInvalidTreeException {
    var root = (IIOMetadataNode) metadata.getAsTree(FORMAT);
    IIOMetadataNode control = child(root, "GraphicControlExtension");
    control.setAttribute("disposalMethod", "none");
    control.setAttribute("userInputFlag", "FALSE");
    control.setAttribute("transparentColorFlag", "FALSE");
    control.setAttribute("delayTime", DELAY);
    control.setAttribute("transparentColorIndex", "0");
    var loop = new IIOMetadataNode("ApplicationExtension");
    loop.setAttribute("applicationID", "NETSCAPE");
    loop.setAttribute("authenticationCode", "2.0");
    loop.setUserObject(new byte[] {1, 0, 0}); // a sub-block for endless repetition
    child(root, "ApplicationExtensions").appendChild(loop);
    metadata.setFromTree(FORMAT, root);
  }

  private static IIOMetadataNode child(IIOMetadataNode root, String name) {
    for (int i = 0; i < root.getLength(); i++) {
      if (root.item(i).getNodeName().equals(name)) {
        return (IIOMetadataNode) root.item(i);
      }
    }
    var node = new IIOMetadataNode(name);
    root.appendChild(node);
    return node;
  }
}
